import { color, flag, number } from '../schema/index.ts'
import { borderFields, fontFields, radiusField } from './fields.ts'
import { theme } from './theme.ts'

/** Look of tables and lists: header, alternating rows, grid lines, text. */
export const sheetFields = {
  rowCount: number({ en: 'Rows', zh: '行数' }, { default: 6, min: 1, max: 60, group: 'data' }),
  showHeader: flag({ en: 'Show header', zh: '显示表头' }, { default: true }),
  headerHeight: number({ en: 'Header height', zh: '表头高度' }, { default: 28, min: 0, max: 500, unit: 'px' }),
  headerColor: color({ en: 'Header colour', zh: '表头颜色' }, { default: theme.equipment, gradient: true }),
  headerFontColor: color({ en: 'Header font colour', zh: '表头文字颜色' }, { default: theme.ink }),
  oddColor: color({ en: 'Odd row colour', zh: '奇数行颜色' }, { default: theme.paper, gradient: true }),
  evenColor: color({ en: 'Even row colour', zh: '偶数行颜色' }, { default: '#eef0f2ff', gradient: true }),
  gridColor: color({ en: 'Line colour', zh: '网格线颜色' }, { default: '#d5dadfff' }),
  gridWidth: number({ en: 'Line width', zh: '网格线宽' }, { default: 1, min: 0, max: 20, unit: 'px' }),
  borderWidth: { ...borderFields.borderWidth, default: 1 },
  borderStyle: borderFields.borderStyle,
  borderColor: borderFields.borderColor,
  ...radiusField,
  ...fontFields,
  fontSize: { ...fontFields.fontSize, default: 13 },
}
