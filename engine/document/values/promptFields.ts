import { choice, color, flag, number, text } from '../../schema/index.ts'
import type { Fields, FieldValues } from '../../schema/index.ts'

/**
 * Optional fields of all components. Text and mode of the prompt and length and colour of the shadow can be bound to
 * tags. `isPasswordAsked` only enables the password prompt; the password is stored on the server and never in the
 * drawing.
 */
export const extraFields = {
  prompt: text({ en: 'Tooltip', zh: '悬浮提示' }, { maxLength: 500 }),
  promptMode: choice(
    { en: 'Tooltip mode', zh: '提示方式' },
    {
      hint: {
        en: 'Short: text only. Long: also the name and the live values of the bound tags.',
        zh: '短提示只显示文字，长提示还显示名称和所绑点位的实时值。',
      },
      default: 'short',
      group: 'text',
      options: [
        { value: 'short', words: { en: 'Short', zh: '短提示' } },
        { value: 'long', words: { en: 'Long', zh: '长提示' } },
      ],
    },
  ),
  promptSide: choice(
    { en: 'Tooltip position', zh: '提示位置' },
    {
      default: 'top',
      group: 'text',
      bindable: false,
      options: [
        { value: 'top', words: { en: 'Above', zh: '上方' } },
        { value: 'bottom', words: { en: 'Below', zh: '下方' } },
        { value: 'left', words: { en: 'Left', zh: '左侧' } },
        { value: 'right', words: { en: 'Right', zh: '右侧' } },
      ],
    },
  ),
  shadowLength: number({ en: 'Shadow length', zh: '阴影长度' }, { default: 0, min: 0, max: 100, unit: 'px' }),
  shadowColor: color({ en: 'Shadow colour', zh: '阴影颜色' }, { default: '#00000059' }),
  shadowAngleDeg: number(
    { en: 'Shadow angle', zh: '阴影角度' },
    { default: 45, min: 0, max: 360, unit: '°', bindable: false },
  ),
  isPasswordAsked: flag(
    { en: 'Require password', zh: '操作需密码' },
    {
      bindable: false,
      group: 'value',
      hint: {
        en: 'Operators must enter the component password. It is stored on the server.',
        zh: '操作时须输入组件密码，密码保存在服务器上。',
      },
    },
  ),
} as const satisfies Fields

/** Extra fields that can be bound on any component. */
export const bindableExtras = ['prompt', 'promptMode', 'shadowLength', 'shadowColor'] as const

/** Only values that differ from the fields' defaults. */
export type Extras = Partial<FieldValues<typeof extraFields>>

/** Shared by all components without extras. */
export const noExtras: Extras = Object.freeze({})
