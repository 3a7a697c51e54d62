import { observer } from 'mobx-react-lite'
import { getEntity } from '../../contract/entities.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import { FieldEditor } from '../fields/FieldEditor.tsx'
import { type RenderCell, RowsEditor } from '../fields/RowsEditor.tsx'
import { CallFailure } from '../net/failure.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { useStores } from '../stores/root.ts'
import { type AlarmPoint, listPoints } from './points.ts'
import { PointSelect } from './PointSelect.tsx'

/** Alarms of a product. Points are the properties in the form. */
export function ProductAlarms(props: FieldEditorProps) {
  return <AlarmRows {...props} points={listPoints(props.rowValues?.['properties'])} acceptsOthers={false} />
}

/** Alarms of a device. Offers the properties of its product, and accepts other points. */
export const DeviceAlarms = observer(function DeviceAlarms(props: FieldEditorProps) {
  const { entities } = useStores()
  const product = props.rowValues?.['product']
  const id = typeof product === 'string' && product !== '' ? product : null
  const answer = useRequest(id, (signal) =>
    entities.of(getEntity('product')).client.read(id ?? '', { signal, quiet: true }),
  )
  // Without permission to read products, points are typed.
  const points = answer === null || answer instanceof CallFailure ? [] : listPoints(getValue(answer, 'properties'))
  return <AlarmRows {...props} points={points} acceptsOthers />
})

interface AlarmRowsProps extends FieldEditorProps {
  readonly points: readonly AlarmPoint[]
  readonly acceptsOthers: boolean
}

function AlarmRows({ points, acceptsOthers, ...props }: AlarmRowsProps) {
  const { field } = props
  if (field.kind !== 'rows') return null
  const cell: RenderCell = (inner, { name, row }) => {
    if (name === 'identifier') return <PointSelect {...inner} points={points} acceptsOthers={acceptsOthers} />
    const unit = points.find(({ identifier }) => identifier === row['identifier'])?.unit
    return (name === 'limit' || name === 'deadband') && unit && inner.field.kind === 'number' ? (
      <FieldEditor {...inner} field={{ ...inner.field, unit }} />
    ) : (
      <FieldEditor {...inner} />
    )
  }
  return <RowsEditor {...props} field={field} cell={cell} />
}
