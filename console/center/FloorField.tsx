import { getEntity } from '../../contract/entities.ts'
import { ref } from '../../contract/entity/field.ts'
import { RefEditor } from '../fields/RefEditor.tsx'
import { useFloorNames } from './useFloorNames.ts'

interface FloorFieldProps {
  /** Passed by the form item. An empty `value` is no floor. */
  readonly id?: string
  readonly value?: string
  readonly onChange?: (floor: string) => void
  readonly project: string | undefined
  readonly placeholder: string
}

const field = ref(getEntity('floor').words.one, 'floor')

/** Selects the floor that a drawing shows, from the floors of its project. */
export function FloorField({ id = '', value = '', onChange, project, placeholder }: FloorFieldProps) {
  const titles = useFloorNames([value === '' ? null : value]) ?? {}
  return (
    <RefEditor
      id={id}
      field={field}
      project={project}
      value={value === '' ? null : value}
      titles={titles}
      placeholder={placeholder}
      onChange={(floor) => onChange?.(typeof floor === 'string' ? floor : '')}
    />
  )
}
