import { Button, Descriptions, Drawer, Timeline } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import type { EntityField, EntityValue, EntityValues } from '../../../contract/entity/field.ts'
import { isEmpty, isVisible } from '../../../contract/entity/read.ts'
import { FieldCell } from '../../fields/FieldCell.tsx'
import { ZoneNote } from '../../fields/ZoneNote.tsx'
import { formatTime } from '../../kit/text/formatTime.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'
import { useRequest } from '../../stores/entities/useRequest.ts'
import { detailSides, RelatedRows } from './RelatedRows.tsx'
import { TransitionDialog } from '../form/TransitionDialog.tsx'
import type { DialogRequest } from '../config/openDialog.ts'
import type { ScreenConfig } from '../config/screenConfig.ts'
import { getClock, fieldsFor, isClosed, isValue, getValue } from '../config/screenConfig.ts'
import { useMoves } from '../table/useMoves.ts'
import { useRowRights } from '../config/useRights.ts'

interface EntityDetailProps {
  readonly shape: ScreenConfig
  readonly row: Row
  readonly name: string
  readonly onClose: () => void
  readonly onOpen: (opening: DialogRequest) => void
  /** Called after a transition from this view, with the updated row. */
  readonly onMoved: (row: Row) => void
}

/** Shows all values of a row, including live ones, its history, and the transitions available in its state. */
export const EntityDetail = observer(function EntityDetail({
  shape,
  row,
  name,
  onClose,
  onOpen,
  onMoved,
}: EntityDetailProps) {
  const { entity, cells, mergedFields, lead, detail } = shape
  const clock = getClock(shape)
  const { projects, zones } = useStores()
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const may = useRowRights(entity)
  const moves = useMoves(entity)(row)
  const forward = moves.find(({ isForward }) => isForward)
  const [move, setMove] = useState<string | null>(null)
  const items = fieldsFor(shape)
    .filter(
      ([field, declared]) =>
        declared.kind !== 'rows' && !mergedFields?.includes(field) && isApplicable(declared, getValue(row, field), row),
    )
    .map(([field, declared]) => ({
      key: field,
      label: localize(declared.words),
      children: cells?.[field]?.(row) ?? <FieldCell field={declared} value={getValue(row, field)} row={row} />,
    }))
  // Records written by the server contain their own time and author.
  const framed =
    entity.origin === 'server'
      ? (['project'] as const)
      : (['project', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'] as const)
  const frame = framed.flatMap((field) => {
    const value = getValue(row, field)
    return value === undefined || value === null
      ? []
      : [
          {
            key: field,
            label: t(`frame.${field}`),
            children:
              field === 'project' && typeof value === 'string'
                ? projects.name(value)
                : typeof value === 'number'
                  ? formatTime(value, undefined, clock === 'runs' ? zones.server : undefined)
                  : typeof value === 'string'
                    ? value
                    : '',
          },
        ]
  })
  return (
    <Drawer
      open
      size={760}
      title={name}
      onClose={onClose}
      extra={
        <div className="crud-moves">
          {moves.map((each) => (
            <Button
              key={each.name}
              {...(each === forward && { type: 'primary' as const, ghost: true })}
              onClick={() => setMove(each.name)}
            >
              {localize(each.words)}
            </Button>
          ))}
          {may('update', row) && !isClosed(entity, row) && (
            <Button onClick={() => onOpen({ kind: 'form', row })}>{t('edit')}</Button>
          )}
        </div>
      }
    >
      {clock && <ZoneNote kind={clock} project={row.project ?? undefined} />}
      {lead?.(row)}
      <Descriptions className="crud-detail" size="small" column={detailSides} bordered items={[...items, ...frame]} />
      {fieldsFor(shape).map(([field, declared]) =>
        declared.kind === 'rows' ? <RelatedRows key={field} field={declared} name={field} row={row} /> : null,
      )}
      {detail?.(row)}
      {entity.lifecycle && <Events entity={entity} row={row} />}
      {move !== null && (
        <TransitionDialog
          entity={entity}
          row={row}
          move={move}
          onClose={() => setMove(null)}
          onDone={(moved) => {
            setMove(null)
            onMoved(moved)
          }}
        />
      )}
    </Drawer>
  )
})

/** Returns false for an empty field that the form of this row does not show. */
const isApplicable = (field: EntityField, value: EntityValue | undefined, row: Row): boolean =>
  isVisible(field, toValues(row)) || !(isEmpty(value) || value === false || value === field.default)

const toValues = (row: Row): EntityValues =>
  Object.fromEntries(Object.entries(row).filter((entry): entry is [string, EntityValue] => isValue(entry[1])))

/** Transitions of the row, newest first. */
function Events({ entity, row }: { readonly entity: Entity; readonly row: Row }) {
  const { id, revision } = row
  const { entities } = useStores()
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const events = useRequest(`${entity.name} ${id} ${revision}`, (signal) =>
    entities.of(entity).client.events(id, { signal }),
  )
  const formatState = (value: string | number): string => {
    const words = entity.lifecycle?.states.find((state) => state.value === value)?.words
    return words ? localize(words) : String(value)
  }
  if (events === null || events instanceof CallFailure || events.length === 0) return null
  return (
    <section className="crud-inner">
      <h3>{t('events')}</h3>
      <Timeline
        items={events.map(({ at, who: user, move, from, to, values }) => ({
          key: `${at}-${move}`,
          content: (
            <>
              <b>{localize(entity.lifecycle?.moves[move]?.words ?? { en: move, zh: move })}</b> · {formatState(from)} →{' '}
              {formatState(to)}
              <p>
                {formatTime(at)} · {user}
              </p>
              {Object.entries(values).map(([field, value]) => {
                const declared = entity.lifecycle?.moves[move]?.fields?.[field]
                return !isValue(value) || value === null ? null : (
                  <p key={field}>
                    {declared ? (
                      <>
                        {localize(declared.words)}: <FieldCell field={declared} value={value} row={row} />
                      </>
                    ) : (
                      `${field}: ${typeof value === 'object' ? JSON.stringify(value) : value}`
                    )}
                  </p>
                )
              })}
            </>
          ),
        }))}
      />
    </section>
  )
}
