import { choice, flag, number, text } from '../../schema/index.ts'
import type { Words } from '../../schema/index.ts'
import { dataFields, requestFeed } from '../dataFields.ts'
import { readJson, writeValue } from '../dataPath.ts'
import { defineComponent } from '../define.ts'
import { drawTable, maxColumns, type SheetColumn, type SheetRow } from '../drawTable.ts'
import { drawFrame } from '../shapes.ts'
import { sheetFields } from '../sheetFields.ts'
import { dataWords, truncateList, sentence } from '../words.ts'

const example: Words = {
  en: '[["Pump 1","Running","1450"],["Pump 2","Stopped","0"],["Fan 1","Running","2980"]]',
  zh: '[["1号泵","运行","1450"],["2号泵","停止","0"],["1号风机","运行","2980"]]',
}
const exampleColumns: Words = { en: 'Device,State,Speed', zh: '设备,状态,转速' }
/** Column titles that mark sample data. */
const sampleColumns: Words = { en: 'Sample,State,Speed', zh: '示例,状态,转速' }

/** Table that scrolls automatically, by row or by page, if it has more rows than fit. */
export const table = defineComponent({
  type: 'table',
  words: { en: 'Table', zh: '表格' },
  palette: 'more',
  size: { width: 420, height: 220 },
  texts: { columns: exampleColumns },
  miniatureColor: 'headerColor',
  fields: {
    data: text(
      { en: 'Rows (JSON)', zh: '数据（JSON）' },
      {
        format: 'json',
        maxLength: 100_000,
        group: 'data',
        hint: {
          en: 'Objects by key: [{"Device":"Pump 1","Speed":1450}], or lists by position: [["Pump 1",1450]].',
          zh: '格式如按键名的 [{"设备":"一号泵","转速":1450}]，或按次序的 [["一号泵",1450]]。',
        },
      },
    ),
    columns: text(
      { en: 'Columns: name or key=name, separated by commas', zh: '列：名称，或 键=名称，用英文逗号分隔' },
      { default: exampleColumns.en, format: 'line', maxLength: 1000, group: 'data' },
    ),
    columnWidths: text(
      { en: 'Column widths, separated by commas', zh: '列宽比例，用英文逗号分隔' },
      {
        default: '2,1,1',
        format: 'line',
        maxLength: 200,
        group: 'data',
        hint: {
          en: 'Ratios: 2,1,1 makes the first column twice as wide as the others.',
          zh: '按比例分配，2,1,1 表示第一列是其他列的两倍宽。',
        },
      },
    ),
    headerWidth: number(
      { en: 'Header width (0: from column widths)', zh: '表头宽度（0 为按列宽比例）' },
      { default: 0, min: 0, max: 2000, unit: 'px' },
    ),
    align: choice(
      { en: 'Alignment', zh: '对齐' },
      {
        default: 'left',
        group: 'text',
        options: [
          { value: 'left', words: { en: 'Left', zh: '左对齐' } },
          { value: 'center', words: { en: 'Centre', zh: '居中' } },
          { value: 'right', words: { en: 'Right', zh: '右对齐' } },
        ],
      },
    ),
    showRowNumber: flag({ en: 'Show row numbers', zh: '显示行号' }),
    rotation: choice(
      { en: 'Scrolling', zh: '轮播方式' },
      {
        bindable: false,
        default: 'none',
        group: 'data',
        options: [
          { value: 'none', words: { en: 'Off', zh: '不轮播' } },
          { value: 'row', words: { en: 'By row', zh: '按行' } },
          { value: 'page', words: { en: 'By page', zh: '按页' } },
        ],
      },
    ),
    rotationSeconds: number(
      { en: 'Scroll interval', zh: '轮播间隔' },
      { default: 5, min: 1, max: 3600, unit: 's', group: 'data', bindable: false },
    ),
    nowMs: number(
      { en: 'Scroll clock (ms)', zh: '轮播时钟（毫秒）' },
      {
        default: 0,
        min: 0,
        max: 8e15,
        group: 'data',
        hint: {
          en: 'Runs automatically. Bind it only to scroll by a clock of the plant.',
          zh: '运行时自动走动；仅在需按现场时钟翻页时绑定。',
        },
      },
    ),
    ...dataFields,
    ...sheetFields,
  },
  variants: [
    {
      id: 'sample',
      words: { en: 'Table', zh: '表格' },
      size: { width: 420, height: 220 },
      props: { data: example.en, columns: sampleColumns.en },
      texts: { data: example, columns: sampleColumns },
    },
  ],
  feeds: (props) => [
    ...requestFeed(props, 'data'),
    ...(props.rotation === 'none'
      ? []
      : [{ kind: 'clock', prop: 'nowMs', everyMs: props.rotationSeconds * 1000 } as const]),
  ],
  draw(brush, props, size) {
    const keys = parseColumns(props.columns)
    const { rows, first, shown } = getScrolledRows(
      props,
      keys.map(({ key }) => key),
    )
    const rowCount = Math.round(props.rowCount)
    const widths = props.columnWidths.split(',').map(Number)
    const columns: SheetColumn[] = keys.map(({ title }, index) => ({
      title,
      weight: widths[index] > 0 && widths[index] < 1e6 ? widths[index] : 1,
      align: props.align,
      ...fixedWidth(props.headerWidth),
    }))
    const numbered = (cells: readonly string[], i: number): SheetRow => ({
      cells: props.showRowNumber ? [String(rows.length === 0 ? '' : ((first + i) % rows.length) + 1), ...cells] : cells,
    })
    drawTable(
      brush,
      {
        columns: props.showRowNumber
          ? [
              {
                title: '#',
                weight: sumWeights(columns) * 0.08,
                align: 'right',
                ...fixedWidth(props.headerWidth > 0 ? props.fontSize * 3 : 0),
              },
              ...columns,
            ]
          : columns,
        rows: shown.map(numbered),
        rowCount,
        headerHeight: props.showHeader ? props.headerHeight : 0,
        instead: isReadable(props.data) ? dataWords.none : dataWords.invalid,
      },
      props,
      size,
    )
    drawFrame(brush, props, size, props.radius)
  },
  describe(props, language) {
    const keys = parseColumns(props.columns)
    // Describe it from the top row: a description that changes with scrolling is unusable for screen readers.
    const { rows } = getScrolledRows(
      { ...props, rotation: 'none' },
      keys.map(({ key }) => key),
    )
    if (rows.length === 0) return (isReadable(props.data) ? dataWords.none : dataWords.invalid)[language]
    const count =
      language === 'zh' ? `${rows.length} 行 ${keys.length} 列` : `${rows.length} rows, ${keys.length} columns`
    const cells = rows.map((row) =>
      row.map((cell, index) => [keys[index]?.title ?? '', cell].join(' ').trim()).join(' '),
    )
    return sentence([count, ...truncateList(cells, maxDescribedRows, language)], language)
  },
})

const fixedWidth = (width: number): { readonly width?: number } => (width > 0 ? { width } : {})

function sumWeights(columns: readonly SheetColumn[]): number {
  return columns.reduce((sum, { weight }) => sum + weight, 0)
}

interface ScrollProps {
  readonly data: string
  readonly rowCount: number
  readonly nowMs: number
  readonly rotation: 'none' | 'row' | 'page'
  readonly rotationSeconds: number
}

/** Returns all rows, the index of the current top row, and the visible rows. */
function getScrolledRows(props: ScrollProps, keys: readonly string[]) {
  const rows = parseRows(props.data, keys)
  const rowCount = Math.round(props.rowCount)
  const first = firstRow(
    rows.length,
    rowCount,
    props.rotation,
    Math.floor(props.nowMs / (props.rotationSeconds * 1000)),
  )
  const shown =
    rows.length <= rowCount ? rows : Array.from({ length: rowCount }, (_, i) => rows[(first + i) % rows.length])
  return { rows, first, shown }
}

/** Maximum number of rows in the description. */
const maxDescribedRows = 3

const isReadable = (data: string): boolean => data.trim() === '' || Array.isArray(readJson(data))

function parseColumns(written: string): readonly { readonly key: string; readonly title: string }[] {
  return written
    .split(',')
    .slice(0, maxColumns)
    .map((part) => {
      const [key, title = key] = part.split('=').map((word) => word.trim())
      return { key, title }
    })
}

/** Reads rows given as lists of cells, or as objects whose keys are the column keys. */
function parseRows(data: string, keys: readonly string[]): readonly (readonly string[])[] {
  const read = readJson(data)
  if (!Array.isArray(read)) return []
  return read.slice(0, 10_000).map((row: unknown) => {
    if (Array.isArray(row)) return row.slice(0, keys.length).map(writeValue)
    if (typeof row !== 'object' || row === null) return [writeValue(row)]
    const values = new Map<string, unknown>(Object.entries(row))
    return keys.map((key) => writeValue(values.get(key)))
  })
}

function firstRow(rows: number, rowCount: number, rotation: 'none' | 'row' | 'page', step: number): number {
  if (rotation === 'none' || rows <= rowCount) return 0
  if (rotation === 'row') return step % rows
  return (step % Math.ceil(rows / rowCount)) * rowCount
}
