import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityValues, RowsField, Words } from '../../contract/entity/field.ts'
import { addDefaults, isVisible } from '../../contract/entity/read.ts'
import { errorClass } from '../kit/form/scrollToError.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import type { FieldEditorProps } from './editorProps.ts'

/** Position of a cell: its field and row, and a function that changes several fields of the row at once. */
export interface CellPlace {
  readonly name: string
  readonly row: EntityValues
  readonly onRow: (values: EntityValues) => void
}

/** Renders the editor of a cell. */
export type RenderCell = (props: FieldEditorProps, place: CellPlace) => ReactNode

interface RowsEditorProps extends FieldEditorProps {
  readonly field: RowsField
  /** Passed in to avoid a circular import, or to use an editor specific to these fields. */
  readonly cell: RenderCell
}

/** Editor of inner rows: a small table, or one block of labelled controls per row if the fields differ between rows. */
export function RowsEditor({
  id,
  field,
  value,
  onChange,
  project,
  isDisabled = false,
  titles,
  faults = {},
  cell,
}: RowsEditorProps) {
  const localize = useLocalized()
  const { t } = useTranslation('crud')
  const rows = Array.isArray(value)
    ? value
        .filter((each): each is EntityValues => typeof each === 'object' && each !== null && !Array.isArray(each))
        .map((each) => addDefaults(field.fields, each))
    : []
  const columns = Object.entries(field.fields)
  const empty = addDefaults(field.fields, {})
  // The fields differ between rows, or there are too many: a table would have empty cells and be wider than the form.
  const isLoose = columns.length > 8 || columns.some(([, { when }]) => when !== undefined)
  const getFault = (index: number, name: string): Words | undefined => faults[`${index}.${name}`]
  const cellIn = (row: EntityValues, index: number, [name, inner]: (typeof columns)[number]): ReactNode => {
    const fault = getFault(index, name)
    const change = (values: EntityValues): void =>
      onChange(rows.map((each, at) => (at === index ? { ...each, ...values } : each)))
    return (
      <>
        {cell(
          {
            id: `${id}-${index}-${name}`,
            label: `${localize(inner.words)} ${index + 1}`,
            field: inner,
            value: row[name] ?? null,
            project,
            isDisabled,
            isBad: fault !== undefined,
            ...(titles ? { titles } : {}),
            onChange: (next) => change({ [name]: next }),
          },
          { name, row, onRow: change },
        )}
        {fault && <small className="rows-fault-words">{localize(fault)}</small>}
      </>
    )
  }
  const added = t('rows.add', { count: rows.length, max: field.max })
  const marked = (index: number, name: string, usual = ''): string =>
    getFault(index, name) ? `${usual} ${errorClass.cell}` : usual
  const remover = (index: number): ReactNode => (
    <Button
      type="text"
      size="small"
      icon={<DeleteOutlined aria-hidden />}
      aria-label={t('rows.remove', { row: index + 1 })}
      disabled={isDisabled}
      onClick={() => onChange(rows.filter((_, at) => at !== index))}
    />
  )
  return (
    <div className="rows-editor">
      {rows.length > 0 && isLoose && (
        <ol className="rows-loose">
          {rows.map((row, index) => (
            <li key={index}>
              <span>{index + 1}</span>
              <div>
                {columns
                  .filter(([, inner]) => isVisible(inner, row))
                  .map((column) => (
                    <div
                      key={column[0]}
                      className={marked(index, column[0], column[1].kind === 'choices' ? 'rows-wide' : '')}
                    >
                      <label
                        htmlFor={`${id}-${index}-${column[0]}`}
                        data-required={(column[1].required && column[1].kind !== 'flag') || undefined}
                      >
                        {localize(column[1].words)}
                      </label>
                      {cellIn(row, index, column)}
                    </div>
                  ))}
              </div>
              {remover(index)}
            </li>
          ))}
        </ol>
      )}
      {rows.length > 0 && !isLoose && (
        <table>
          <thead>
            <tr>
              <th>#</th>
              {columns.map(([name, inner]) => (
                <th key={name} data-required={(inner.required && inner.kind !== 'flag') || undefined}>
                  {localize(inner.words)}
                </th>
              ))}
              <th />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // Rows have no id, so the index is the key.
              <tr key={index}>
                <td>{index + 1}</td>
                {columns.map((column) => (
                  <td key={column[0]} className={marked(index, column[0])}>
                    {cellIn(row, index, column)}
                  </td>
                ))}
                <td>{remover(index)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {/* The accessible name combines action and field: the field's label alone would name a button that adds. */}
      <Button
        id={id}
        size="small"
        icon={<PlusOutlined aria-hidden />}
        aria-label={`${added} – ${localize(field.words)}`}
        disabled={isDisabled || rows.length >= field.max}
        onClick={() => onChange([...rows, empty])}
      >
        {added}
      </Button>
    </div>
  )
}
