import { number, text } from '../../schema/index.ts'
import { dataFields, requestFeed } from '../dataFields.ts'
import { readJson, readPath, writeValue } from '../dataPath.ts'
import { defineComponent } from '../define.ts'
import { alignFields, fontFields, plateFields } from '../fields.ts'
import { withUnit, writeNumber } from '../scale.ts'
import { drawLabel, drawPlate } from '../shapes.ts'

/**
 * A value from the response of another system. The designer shows the value at the path in the example response, so the
 * path can be written before that system is available. The example is not used at run time.
 */
export const dataValue = defineComponent({
  type: 'data',
  words: { en: 'Data', zh: '数据组件' },
  palette: 'more',
  size: { width: 160, height: 32 },
  miniatureColor: 'fontColor',
  fields: {
    ...dataFields,
    example: text(
      { en: 'Example response (JSON)', zh: '响应示例（JSON）' },
      {
        default: '{"code":200,"data":{"value":42.5}}',
        format: 'json',
        maxLength: 20_000,
        group: 'data',
        bindable: false,
        isCode: true,
        hint: {
          en: 'For the designer only. In run mode, the real response is shown.',
          zh: '仅供设计时预览，运行时只显示实际响应。',
        },
      },
    ),
    path: { ...dataFields.path, default: 'data.value' },
    data: text(
      { en: 'Value', zh: '数值' },
      {
        format: 'lines',
        maxLength: 20_000,
        group: 'data',
        hint: { en: 'Set by the response in run mode.', zh: '运行时由响应填入。' },
      },
    ),
    prefix: text({ en: 'Prefix', zh: '前缀' }, { format: 'line', maxLength: 60 }),
    decimals: number({ en: 'Decimals', zh: '小数位数' }, { default: 1, min: 0, max: 6, group: 'value' }),
    unit: text({ en: 'Unit', zh: '单位' }, { format: 'line', maxLength: 20, group: 'value' }),
    ...fontFields,
    ...alignFields,
    ...plateFields,
  },
  feeds: (props) => [{ kind: 'blank', prop: 'example' }, ...requestFeed(props, 'data')],
  describe: getDisplayText,
  draw(brush, props, size) {
    drawLabel(brush, { ...props, text: getDisplayText(props) }, size, drawPlate(brush, props, size) ? 6 : 0)
  },
})

function getDisplayText(props: {
  readonly data: string
  readonly example: string
  readonly path: string
  readonly prefix: string
  readonly decimals: number
  readonly unit: string
}): string {
  const value = props.data === '' ? writeValue(readPath(readJson(props.example), props.path)) : props.data
  const read = plainNumber.test(value) ? Number(value) : Number.NaN
  const shown = Number.isFinite(read) ? writeNumber(read, props.decimals) : value === '' ? '—' : value
  return props.prefix + withUnit(shown, props.unit)
}

/** A number in its usual notation. Texts such as 0012, which may be identifiers, remain unchanged. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i
