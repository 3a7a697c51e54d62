import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import type { EntityValue, Words } from '../../../contract/entity/field.ts'
import { readFields } from '../../../contract/entity/read.ts'
import { hasChanges } from '../../kit/form/hasChanges.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import { FieldList } from './FieldList.tsx'
import { getTitle, getTransitionValues, getValue } from '../config/screenConfig.ts'
import { FormDialog } from './FormDialog.tsx'

interface TransitionDialogProps {
  readonly entity: Entity
  readonly row: Row
  readonly move: string
  /** Explains an automatically offered transition, which can also be made later. */
  readonly lead?: Words | undefined
  readonly onClose: () => void
  /** Called with the row after the transition. */
  readonly onDone: (moved: Row) => void
}

/** Requests the input of a transition, or only a confirmation, and makes the transition. */
export function TransitionDialog({ entity, row, move, lead, onClose, onDone }: TransitionDialogProps) {
  const { entities } = useStores()
  const localize = useLocalized()
  const { t } = useTranslation('crud')
  const declared = entity.lifecycle?.moves[move]
  const fields = declared?.fields ?? {}
  const [first] = useState(() => getTransitionValues(entity, row, fields))
  const [values, setValues] = useState(first)
  const moved = useRef(row)
  if (!declared) return null
  // A transition without fields shows the states it changes from and to.
  const formatState = (state: EntityValue | undefined): string => {
    const known = entity.lifecycle?.states.find(({ value }) => value === state)
    return known ? localize(known.words) : typeof state === 'string' || typeof state === 'number' ? String(state) : ''
  }

  const read = readFields(fields, values)
  async function send(): Promise<Words> {
    moved.current = await entities.of(entity).client.move(row.id, move, read.values ?? values, { quiet: true })
    return declared?.done ?? { en: 'Done', zh: '操作成功' }
  }
  return (
    <FormDialog
      width={520}
      title={`${localize(declared.words)} · ${getTitle(entity, row, localize)}`}
      okText={lead ? t('move.now', { move: localize(declared.words) }) : localize(declared.words)}
      {...(lead ? { cancelText: t('move.later') } : {})}
      formClass="crud-form"
      isDirty={hasChanges(values, first)}
      check={() => Object.fromEntries((read.problems ?? []).map(({ path, words }) => [path, words]))}
      send={send}
      onClose={onClose}
      onDone={() => onDone(moved.current)}
    >
      {(problems) => (
        <>
          {lead && <p>{localize(lead)}</p>}
          {declared.confirm ? (
            <p>{localize(declared.confirm)}</p>
          ) : (
            Object.keys(fields).length === 0 && (
              <p>
                {t('move.becomes', {
                  from: formatState(getValue(row, entity.lifecycle?.field ?? '')),
                  to: formatState(declared.to),
                })}
              </p>
            )
          )}
          <FieldList
            fields={Object.entries(fields)}
            values={values}
            problems={problems}
            project={row.project}
            titles={row.titles}
            onChange={(name, value) => setValues((present) => ({ ...present, [name]: value }))}
          />
        </>
      )}
    </FormDialog>
  )
}
