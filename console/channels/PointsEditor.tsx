import { useTranslation } from 'react-i18next'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import { FieldEditor } from '../fields/FieldEditor.tsx'
import { RowsEditor } from '../fields/RowsEditor.tsx'
import { getPointKind, pointColumns } from './pointColumns.ts'
import './channels.css'

const renderCell = (cell: FieldEditorProps) => <FieldEditor {...cell} />

/** Point table of a channel with the columns of its protocol. */
export function PointsEditor(props: FieldEditorProps) {
  const { field, rowValues = {} } = props
  const { t } = useTranslation('channels')
  if (field.kind !== 'rows') return null
  const kind = getPointKind(rowValues)
  const fields = Object.fromEntries(
    pointColumns[kind].flatMap((name) => {
      const inner = field.fields[name]
      return inner ? [[name, inner]] : []
    }),
  )
  return (
    <div className="channel-points" data-kind={kind}>
      <p>{t(`address.${kind}`)}</p>
      <RowsEditor {...props} field={{ ...field, fields }} cell={renderCell} />
    </div>
  )
}
