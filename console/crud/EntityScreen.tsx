import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Row } from '../../contract/entity/define.ts'
import { ZoneNote } from '../fields/ZoneNote.tsx'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { scrollToTop } from '../kit/page/scrollToTop.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import type { EntityQuery } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'
import { readEntityQuery, writeEntityQuery } from '../stores/entities/entityQuery.ts'
import { useStores } from '../stores/root.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { EntityBody } from './table/EntityBody.tsx'
import { EntityDetail } from './detail/EntityDetail.tsx'
import { EntityForm } from './form/EntityForm.tsx'
import { EntityPager } from './table/EntityPager.tsx'
import { EntityToolbar } from './table/EntityToolbar.tsx'
import { ImportDialog } from './sheets/ImportDialog.tsx'
import { BulkEditDialog } from './form/BulkEditDialog.tsx'
import { TransitionDialog } from './form/TransitionDialog.tsx'
import type { DialogRequest, DialogState } from './config/openDialog.ts'
import type { ScreenConfig } from './config/screenConfig.ts'
import { getClock, getName, showsTimes, getSpanField } from './config/screenConfig.ts'
import { useColumns } from './table/useColumns.ts'
import { useLiveRefresh } from './table/useLiveRefresh.ts'
import { useRights } from './config/useRights.ts'
import '../kit/page/List.css'
import './crud.css'

interface EntityScreenProps {
  readonly shape: ScreenConfig
}

/**
 * Page of an entity, generated from its declaration: search, filters, list, paging, column selection, form, bulk edit,
 * transitions, import and export.
 *
 * The query is stored in the address, so that back, reload and copied links preserve it. The route of the page loads
 * the rows.
 */
export function EntityScreen({ shape }: EntityScreenProps) {
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const setParamsRef = useRef(setParams)
  useEffect(() => {
    setParamsRef.current = setParams
  }, [setParams])
  const handleQuery = useCallback(
    (next: EntityQuery, isSearch: boolean) => setParamsRef.current(writeEntityQuery(next), { replace: isSearch }),
    [],
  )
  const handleLeave = useCallback((path: string) => void navigate(path), [navigate])
  return (
    <Screen
      shape={shape}
      address={params.toString()}
      opened={params.get('open')}
      onAddress={handleQuery}
      onLeave={handleLeave}
    />
  )
}

interface ScreenProps {
  readonly shape: ScreenConfig
  /** Query string of the address. */
  readonly address: string
  /** Id of the row to open, from the address. */
  readonly opened: string | null
  readonly onAddress: (query: EntityQuery, isSearch: boolean) => void
  readonly onLeave: (path: string) => void
}

/**
 * Separate from the router, which notifies at each step of a navigation: this component renders only when the query
 * changes.
 */
const Screen = observer(function Screen({ shape, address, opened, onAddress, onLeave }: ScreenProps) {
  const { entity, title } = shape
  const { entities } = useStores()
  const store = entities.of(entity)
  const localize = useLocalized()
  const { t } = useTranslation('crud')
  const may = useRights(entity)
  const [overlay, setOverlay] = useState<DialogState | null>(null)
  const openedRow = useRequest(opened, (signal) => store.client.read(opened ?? '', { signal }))
  const scroller = useRef<HTMLDivElement>(null)
  const query = readEntityQuery(entity, new URLSearchParams(address))
  useLiveRefresh(shape)

  function handleQuery(next: EntityQuery) {
    if (next.page !== query.page && scroller.current) scrollToTop(scroller.current)
    // Replace the history entry while typing, so that one search is one step back.
    onAddress(next, next.search !== query.search)
  }

  const handleOpen = (opening: DialogRequest): void =>
    opening.kind === 'page' ? onLeave(opening.path) : setOverlay(opening)
  const shown: DialogState | null =
    overlay ?? (openedRow === null || openedRow instanceof CallFailure ? null : { kind: 'detail', row: openedRow })
  const close = (): void => {
    setOverlay(null)
    // Remove the open row from the address without a history entry, so that a step back does not reopen it.
    if (opened !== null) onAddress(query, true)
  }
  const handleDone = (): void => {
    close()
    void store.reload()
  }
  // A new row that has no effect yet opens the transition that activates it.
  const handleCreated = (created?: Row): void => {
    handleDone()
    const begins = entity.lifecycle?.creationHint
    if (created && begins && may(begins.move, created.project))
      setOverlay({ kind: 'move', row: created, move: begins.move, lead: begins.words })
  }
  const handleMoved = (row: Row): void => {
    setOverlay({ kind: 'detail', row })
    void store.reload()
  }
  // Use the row from the list when it is newer, even if its revision is the same: lamp commands do not create a
  // revision.
  const newest = (row: Row): Row =>
    store.rows.find(({ id, revision }) => id === row.id && revision >= row.revision) ?? row
  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{title ?? localize(entity.words.many)}</h1>
        <EntityToolbar shape={shape} query={query} onQuery={handleQuery} onOpen={handleOpen} />
      </header>
      <div className="list-body" ref={scroller} aria-busy={store.loading !== null}>
        {shape.note !== undefined && (
          <p className="crud-note" role="note">
            {t(shape.note)}
          </p>
        )}
        <ListClock shape={shape} project={query.project} />
        <ProgressLine active={store.loading === 'again'} />
        {shape.above?.(query)}
        <EntityBody shape={shape} query={query} onQuery={handleQuery} onOpen={handleOpen} />
      </div>
      <EntityPager store={store} query={query} onQuery={handleQuery} />
      {shown?.kind === 'form' && (
        <EntityForm shape={shape} row={shown.row} project={query.project} onClose={close} onDone={handleCreated} />
      )}
      {shown?.kind === 'detail' && (
        <EntityDetail
          shape={shape}
          row={newest(shown.row)}
          name={t('detail.title', { name: getName(shape, shown.row, localize) })}
          onClose={close}
          onOpen={handleOpen}
          onMoved={handleMoved}
        />
      )}
      {shown?.kind === 'move' && (
        <TransitionDialog
          entity={entity}
          row={shown.row}
          move={shown.move}
          lead={shown.lead}
          onClose={close}
          onDone={handleDone}
        />
      )}
      {shown?.kind === 'many' && <BulkEditDialog shape={shape} onClose={close} onDone={handleDone} />}
      {shown?.kind === 'import' && (
        <ImportDialog entity={entity} project={query.project} onClose={close} onDone={handleDone} />
      )}
      {shown?.kind === 'own' && <shown.Dialog row={shown.row} onClose={close} />}
    </div>
  )
})

/** Shows the time zone of the list if the list displays times. */
const ListClock = observer(function ListClock({
  shape,
  project,
}: {
  readonly shape: ScreenConfig
  readonly project: string | undefined
}) {
  const { entities } = useStores()
  const { shown } = useColumns(shape, project)
  const clock = getClock(shape)
  const isEmpty = entities.of(shape.entity).rows.length === 0 && getSpanField(shape) === undefined
  return clock === null || isEmpty || !showsTimes(shape, shown) ? null : <ZoneNote kind={clock} project={project} />
})
