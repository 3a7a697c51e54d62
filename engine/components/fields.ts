import { choice, color, flag, number, text } from '../schema/index.ts'
import { theme } from './theme.ts'

/** Fields shared by several types, so that a property has the same name, text and limits everywhere. */
export const backgroundField = {
  backgroundColor: color({ en: 'Background colour', zh: '背景颜色' }, { default: theme.body, gradient: true }),
}

export const borderFields = {
  borderWidth: number({ en: 'Border width', zh: '边框宽度' }, { default: 0, min: 0, max: 100, unit: 'px' }),
  borderStyle: choice(
    { en: 'Border style', zh: '边框样式' },
    {
      default: 'solid',
      options: [
        { value: 'solid', words: { en: 'Solid', zh: '实线' } },
        { value: 'dashed', words: { en: 'Dashed', zh: '虚线' } },
        { value: 'dotted', words: { en: 'Dotted', zh: '点线' } },
      ],
    },
  ),
  borderColor: color({ en: 'Border colour', zh: '边框颜色' }, { default: theme.outline }),
}

export const radiusField = {
  radius: number({ en: 'Corner radius', zh: '圆角半径' }, { default: 0, min: 0, max: 1000, unit: 'px' }),
}

export const fontFields = {
  fontFamily: choice(
    { en: 'Font', zh: '字体' },
    {
      default: 'sans',
      group: 'text',
      options: [
        { value: 'sans', words: { en: 'Sans serif', zh: '黑体' } },
        { value: 'serif', words: { en: 'Serif', zh: '宋体' } },
        { value: 'kai', words: { en: 'Kai', zh: '楷体' } },
        { value: 'mono', words: { en: 'Monospace', zh: '等宽' } },
      ],
    },
  ),
  fontItalic: flag({ en: 'Italic', zh: '斜体' }, { group: 'text' }),
  fontSize: number({ en: 'Font size', zh: '字号' }, { default: 14, min: 1, max: 500, unit: 'px', group: 'text' }),
  fontColor: color({ en: 'Font colour', zh: '文字颜色' }, { default: theme.ink, group: 'text' }),
  fontWeight: choice(
    { en: 'Font weight', zh: '字重' },
    {
      default: 'normal',
      group: 'text',
      options: [
        { value: 'normal', words: { en: 'Normal', zh: '常规' } },
        { value: 'bold', words: { en: 'Bold', zh: '加粗' } },
      ],
    },
  ),
}

export const alignFields = {
  align: choice(
    { en: 'Alignment', zh: '水平对齐' },
    {
      default: 'center',
      group: 'text',
      options: [
        { value: 'left', words: { en: 'Left', zh: '左对齐' } },
        { value: 'center', words: { en: 'Centre', zh: '居中' } },
        { value: 'right', words: { en: 'Right', zh: '右对齐' } },
      ],
    },
  ),
  valign: choice(
    { en: 'Vertical alignment', zh: '垂直对齐' },
    {
      default: 'middle',
      group: 'text',
      options: [
        { value: 'top', words: { en: 'Top', zh: '顶部' } },
        { value: 'middle', words: { en: 'Middle', zh: '居中' } },
        { value: 'bottom', words: { en: 'Bottom', zh: '底部' } },
      ],
    },
  ),
}

export const textField = { text: text({ en: 'Text', zh: '文本' }) }

/** Optional background box of components without a shape; invisible by default. */
export const plateFields = {
  backgroundColor: { ...backgroundField.backgroundColor, default: theme.none },
  ...borderFields,
  ...radiusField,
}

/** Scaling of an image in a box with a different aspect ratio. */
export const fitField = {
  fit: choice(
    { en: 'Fit', zh: '填充方式' },
    {
      default: 'contain',
      options: [
        { value: 'contain', words: { en: 'Whole picture', zh: '完整显示' } },
        { value: 'cover', words: { en: 'Fill and crop', zh: '裁剪填满' } },
        { value: 'fill', words: { en: 'Stretch', zh: '拉伸' } },
      ],
    },
  ),
}

/** Measured value with a scale, as in tanks and gauges. */
export const scaleFields = {
  value: number({ en: 'Value', zh: '数值' }, { default: 60, unknown: NaN, min: -1e9, max: 1e9, group: 'value' }),
  min: number({ en: 'Minimum', zh: '最小值' }, { default: 0, min: -1e9, max: 1e9, group: 'value' }),
  max: number({ en: 'Maximum', zh: '最大值' }, { default: 100, min: -1e9, max: 1e9, group: 'value' }),
  tickInterval: number(
    { en: 'Tick interval', zh: '刻度间隔' },
    {
      default: 20,
      min: 0,
      max: 1e9,
      group: 'value',
      hint: {
        en: 'Distance between two marks of the scale; 0: no marks. Increased if the marks would overlap.',
        zh: '两个刻度之间的间隔；0 为不显示刻度。刻度过密时自动放宽。',
      },
    },
  ),
  lowLimit: number(
    { en: 'Low limit', zh: '下限' },
    {
      default: 10,
      min: -1e9,
      max: 1e9,
      group: 'value',
      hint: {
        en: 'Lower values are shown in the alarm colour. No effect at or beyond the minimum.',
        zh: '低于此值显示报警颜色；等于最小值或超出量程时不判断。',
      },
    },
  ),
  highLimit: number(
    { en: 'High limit', zh: '上限' },
    {
      default: 90,
      min: -1e9,
      max: 1e9,
      group: 'value',
      hint: {
        en: 'Higher values are shown in the alarm colour. No effect at or beyond the maximum.',
        zh: '高于此值显示报警颜色；等于最大值或超出量程时不判断。',
      },
    },
  ),
  decimals: number({ en: 'Decimals', zh: '小数位数' }, { default: 0, min: 0, max: 6, group: 'value' }),
  unit: text({ en: 'Unit', zh: '单位' }, { default: '%', maxLength: 20, group: 'value' }),
  showScale: flag({ en: 'Show scale', zh: '显示刻度' }, { default: true }),
  showValue: flag({ en: 'Show value', zh: '显示数值' }, { default: true }),
  alarmColor: color({ en: 'Alarm colour', zh: '报警颜色' }, { default: theme.alarm }),
}

/** Measured value without scale marks. By default its limits are beyond every scale and therefore inactive. */
export const plainScaleFields = {
  value: scaleFields.value,
  min: scaleFields.min,
  max: scaleFields.max,
  lowLimit: { ...scaleFields.lowLimit, default: scaleFields.lowLimit.min },
  highLimit: { ...scaleFields.highLimit, default: scaleFields.highLimit.max },
  decimals: scaleFields.decimals,
  unit: scaleFields.unit,
  showValue: scaleFields.showValue,
}

/** Position of the label of a lamp or symbol. */
export const labelSideField = {
  labelSide: choice(
    { en: 'Label position', zh: '标签位置' },
    {
      default: 'bottom',
      group: 'text',
      options: [
        { value: 'bottom', words: { en: 'Bottom', zh: '下方' } },
        { value: 'top', words: { en: 'Top', zh: '上方' } },
        { value: 'right', words: { en: 'Right', zh: '右侧' } },
        { value: 'left', words: { en: 'Left', zh: '左侧' } },
      ],
    },
  ),
}
/** Position of a label relative to its lamp or symbol. */
export type LabelSide = (typeof labelSideField)['labelSide']['default']
