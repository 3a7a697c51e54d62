import type { Words } from '../../schema/index.ts'

/** Findings of bind-check. */
export const bindingWords = {
  type: { en: 'the component type "{type}" is not installed: its bindings cannot be checked', zh: '组件类型“{type}”未安装：无法检查其绑定' },
  form: { en: 'this is no binding: {message}', zh: '绑定的写法不正确：{message}' },
  duplicate: { en: '{prop} is bound twice', zh: '{prop} 重复绑定' },
  property: { en: 'a component of type {type} has no property "{prop}"', zh: '类型 {type} 的组件没有属性“{prop}”' },
  unbindable: { en: '{prop} cannot be driven by a tag', zh: '{prop} 不能由点位驱动' },
  group: { en: 'a group is as its members are: a tag that drives its {prop} changes nothing', zh: '组合的大小与镜像由其成员决定：用点位驱动其 {prop} 不起作用' },
  text: { en: 'the tag carries texts, the property takes numbers', zh: '该点位为文本，而属性需要数值' },
  textFlag: { en: 'the tag carries texts, the property takes yes or no', zh: '该点位为文本，而属性需要是或否' },
  textPoints: { en: 'a text never becomes points', zh: '文本不能转换为点列' },
  textRange: { en: 'the tag carries texts, which lie in no range', zh: '该点位为文本，不能按数值范围换算' },
  textStates: { en: 'the tag carries texts, states are told apart by numbers: use an expression', zh: '该点位为文本，而状态按数值区分：请改用表达式' },
  emptyRange: { en: 'a range from {at} to {at} has no inside', zh: '从 {at} 到 {at} 的范围为空' },
  state: { en: 'the property cannot take this: {message}', zh: '属性不能取此值：{message}' },
  neverState: { en: 'nothing lies from {min} to {max}: this state never shows', zh: '{min} 到 {max} 之间没有值：此状态不会出现' },
  coveredState: { en: 'the states above have all from {min} to {max}: this state never shows', zh: '其上方的状态已包含 {min} 到 {max} 的所有值：此状态不会出现' },
  tag: { en: '{tag} is not in the list of tags', zh: '点位列表中没有 {tag}' },
} as const satisfies Record<string, Words>

/** Findings for a number bound to a property of another kind. */
export const numberWords = {
  color: { en: 'a number never becomes a colour', zh: '数值不能转换为颜色' },
  choice: { en: 'a range of numbers never becomes one of the options', zh: '数值范围不能转换为选项' },
  points: { en: 'a number never becomes points', zh: '数值不能转换为点列' },
} as const satisfies Record<string, Words>
