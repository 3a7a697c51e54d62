import { Descriptions, Grid } from 'antd'
import type { Row } from '../../../contract/entity/define.ts'
import type { EntityField, EntityValue, EntityValues } from '../../../contract/entity/field.ts'
import { addDefaults, isVisible } from '../../../contract/entity/read.ts'
import { FieldCell } from '../../fields/FieldCell.tsx'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { filledFields, getValue } from '../config/screenConfig.ts'

/** Columns of the details by breakpoint; phones have room for one. */
export const detailSides = { xs: 1, sm: 2 }
/** Maximum number of table columns in the details. */
const maxColumns = { narrow: 3, wide: 7 }

interface RelatedRowsProps {
  readonly field: EntityField
  readonly name: string
  readonly row: Row
}

/**
 * Shows the rows of a `rows` field as a table of the fields that at least one of them uses. If the table would have too
 * many columns, each row is listed separately.
 */
export function RelatedRows({ field, name, row }: RelatedRowsProps) {
  const localize = useLocalized()
  const { sm: isWide = true } = Grid.useBreakpoint()
  const value = getValue(row, name)
  if (field.kind !== 'rows' || !Array.isArray(value) || value.length === 0) return null
  const rows = value
    .filter((each): each is EntityValues => isValues(each))
    .map((each) => addDefaults(field.fields, each))
  const columns = filledFields(field.fields, rows)
  return (
    <section className="crud-inner">
      <h3>{localize(field.words)}</h3>
      {columns.length > (isWide ? maxColumns.wide : maxColumns.narrow) ? (
        rows.map((each, index) => (
          <Descriptions
            key={index}
            className="crud-detail"
            size="small"
            column={detailSides}
            bordered
            items={filledFields(field.fields, [each]).map(([inner, declared]) => ({
              key: inner,
              label: localize(declared.words),
              children: <FieldCell field={declared} value={each[inner]} row={row} />,
            }))}
          />
        ))
      ) : (
        <table>
          <thead>
            <tr>
              {columns.map(([column, inner]) => (
                <th key={column}>{localize(inner.words)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((each, index) => (
              <tr key={index}>
                {columns.map(([column, inner]) => (
                  <td key={column}>
                    <FieldCell field={inner} value={isVisible(inner, each) ? each[column] : null} row={row} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const isValues = (each: EntityValue | EntityValues): each is EntityValues =>
  typeof each === 'object' && each !== null && !Array.isArray(each)
