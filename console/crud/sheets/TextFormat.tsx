import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { TableFormat } from '../../../workers/spreadsheet/api.ts'
import type { ImportRows } from './sheets.ts'

interface TextFormatProps {
  readonly format: TableFormat
  readonly sheet: ImportRows
  readonly onChange: (format: TableFormat) => void
}

const encodings: readonly TableFormat['encoding'][] = ['utf-8', 'gb18030', 'utf-16le', 'utf-16be', 'windows-1252']
const separators: readonly TableFormat['separator'][] = [',', ';', '\t']
const decimals: readonly TableFormat['decimal'][] = ['.', ',']
const dateOrders: readonly TableFormat['dates'][] = ['ymd', 'dmy', 'mdy']
const previewCells = 4

/** Detected format of a text table with its first row; a change reads the file again. */
export function TextFormat({ format, sheet, onChange }: TextFormatProps) {
  const { t } = useTranslation('crud')
  const names = { ',': t('import.format.comma'), ';': t('import.format.semicolon'), '\t': t('import.format.tab') }
  const first = Object.values(sheet.rows[0] ?? {}).slice(0, previewCells)
  return (
    <>
      <Form layout="inline" className="import-format" aria-label={t('import.format.title')}>
        <EncodingChoice value={format.encoding} onChange={(encoding) => onChange({ ...format, encoding })} />
        <Choice
          name="separator"
          value={format.separator}
          options={separators.map((value) => ({ value, label: names[value] }))}
          onChange={(separator) => onChange({ ...format, separator })}
        />
        <Choice
          name="decimal"
          value={format.decimal}
          options={decimals.map((value) => ({ value, label: `1${value}5` }))}
          onChange={(decimal) => onChange({ ...format, decimal })}
        />
        <Choice
          name="dates"
          value={format.dates}
          options={dateOrders.map((value) => ({ value, label: t(`import.format.${value}`) }))}
          onChange={(dates) => onChange({ ...format, dates })}
        />
      </Form>
      {first.length > 0 && <p className="import-note">{t('import.format.preview', { cells: first.join(' · ') })}</p>}
    </>
  )
}

interface EncodingChoiceProps {
  /** Null until one is chosen. */
  readonly value: TableFormat['encoding'] | null
  readonly onChange: (encoding: TableFormat['encoding']) => void
}

/** Encoding of a text table. Place it in a form. */
export function EncodingChoice({ value, onChange }: EncodingChoiceProps) {
  return (
    <Choice
      name="encoding"
      value={value}
      options={encodings.map((each) => ({ value: each, label: each.toUpperCase() }))}
      onChange={onChange}
    />
  )
}

interface ChoiceProps<Value extends string> {
  readonly name: 'encoding' | 'separator' | 'decimal' | 'dates'
  readonly value: Value | null
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string>({ name, value, options, onChange }: ChoiceProps<Value>) {
  const { t } = useTranslation('crud')
  const label = t(`import.format.${name}`)
  return (
    <Form.Item label={label} htmlFor={`import-${name}`}>
      <Select
        id={`import-${name}`}
        aria-label={label}
        size="small"
        popupMatchSelectWidth={false}
        placeholder={t('choose')}
        value={value}
        options={[...options]}
        onChange={onChange}
      />
    </Form.Item>
  )
}
