import type { Words } from '../../schema/index.ts'

/** Findings of bind-check. */
export const bindingWords = {
  type: {
    en: 'the component type "{type}" is not installed: its bindings cannot be checked',
    zh: '组件类型“{type}”未安装：无法检查其绑定',
  },
  form: { en: 'invalid binding: {message}', zh: '绑定的写法不正确：{message}' },
  duplicate: { en: '{prop} is bound twice', zh: '{prop} 重复绑定' },
  property: { en: 'components of type {type} have no property "{prop}"', zh: '类型 {type} 的组件没有属性“{prop}”' },
  unbindable: { en: '{prop} cannot be bound to a tag', zh: '{prop} 不能由点位驱动' },
  group: {
    en: 'the {prop} of a group depends on its members: binding it has no effect',
    zh: '组合的大小与镜像由其成员决定：用点位驱动其 {prop} 不起作用',
  },
  text: { en: 'the tag is a text, but the property needs a number', zh: '该点位为文本，而属性需要数值' },
  textFlag: { en: 'the tag is a text, but the property needs yes or no', zh: '该点位为文本，而属性需要是或否' },
  textPoints: { en: 'a text cannot be converted to points', zh: '文本不能转换为点列' },
  textRange: { en: 'the tag is a text and cannot be mapped by a range', zh: '该点位为文本，不能按数值范围换算' },
  textStates: {
    en: 'the tag is a text, but states are selected by numbers: use an expression',
    zh: '该点位为文本，而状态按数值区分：请改用表达式',
  },
  emptyRange: { en: 'the range from {at} to {at} is empty', zh: '从 {at} 到 {at} 的范围为空' },
  state: { en: 'invalid value for the property: {message}', zh: '属性不能取此值：{message}' },
  neverState: {
    en: 'the range from {min} to {max} is empty: this state is never shown',
    zh: '{min} 到 {max} 之间没有值：此状态不会出现',
  },
  coveredState: {
    en: 'the states above cover all values from {min} to {max}: this state is never shown',
    zh: '其上方的状态已包含 {min} 到 {max} 的所有值：此状态不会出现',
  },
  tag: { en: '{tag} is not in the list of tags', zh: '点位列表中没有 {tag}' },
} as const satisfies Record<string, Words>

/** Findings for a number bound to a property of another kind. */
export const numberWords = {
  color: { en: 'a number cannot be converted to a colour', zh: '数值不能转换为颜色' },
  choice: { en: 'a range of numbers cannot be converted to an option', zh: '数值范围不能转换为选项' },
  points: { en: 'a number cannot be converted to points', zh: '数值不能转换为点列' },
} as const satisfies Record<string, Words>
