import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { ProgressLine } from '../kit/ProgressLine.tsx'
import { scrollToTop } from '../kit/scrollToTop.ts'
import { useSay } from '../kit/useSay.ts'
import type { EntityQuery } from '../net/entityClient.ts'
import { readEntityQuery, writeEntityQuery } from '../stores/entityQuery.ts'
import { useStores } from '../stores/root.ts'
import { EntityBody } from './EntityBody.tsx'
import { EntityDetail } from './EntityDetail.tsx'
import { EntityForm } from './EntityForm.tsx'
import { EntityPager } from './EntityPager.tsx'
import { EntityToolbar } from './EntityToolbar.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { askedOf } from './prepare.ts'
import { ManyDialog } from './ManyDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import type { Overlay } from './overlay.ts'
import type { ScreenShape } from './shape.ts'
import { titleOf } from './shape.ts'
import '../kit/List.css'
import './crud.css'

interface EntityScreenProps {
  readonly shape: ScreenShape
  /** The page's route asks for the rows: they are on their way before the page is drawn. */
  readonly isAsked?: boolean
}

/**
 * The page of an entity, made from its declaration: search, filters, list, paging, column choice, form, bulk edit, moves,
 * import and export. The query is the address, so that back, reload and a copied link keep it.
 */
export function EntityScreen({ shape, isAsked = false }: EntityScreenProps) {
  const [params, setParams] = useSearchParams()
  const go = useRef(setParams)
  useEffect(() => { go.current = setParams }, [setParams])
  const handleQuery = useCallback((next: EntityQuery, isSearch: boolean) => go.current(writeEntityQuery(next), { replace: isSearch }), [])
  return <Screen shape={shape} isAsked={isAsked} address={params.toString()} onAddress={handleQuery} />
}

interface ScreenProps {
  readonly shape: ScreenShape
  readonly isAsked: boolean
  /** The query as the address has it. */
  readonly address: string
  readonly onAddress: (query: EntityQuery, isSearch: boolean) => void
}

/** Apart from the router, which tells of every step of a navigation: this is drawn anew only when the query is another. */
const Screen = observer(function Screen({ shape, isAsked, address, onAddress }: ScreenProps) {
  const { entity, preset, title } = shape
  const { entities, session } = useStores()
  const store = entities.of(entity)
  const say = useSay()
  const { t } = useTranslation('crud')
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const query = readEntityQuery(entity, new URLSearchParams(address))
  const asked = JSON.stringify(askedOf(query, preset))
  useEffect(() => {
    if (isAsked) return
    const wanted: EntityQuery = JSON.parse(asked)
    store.show(wanted)
  }, [store, asked, isAsked, session.username])

  // The server told that rows changed: an alarm that came, say.
  const turn = entities.turnOf(entity.name)
  const shownTurn = useRef(turn)
  useEffect(() => {
    if (shownTurn.current === turn) return
    shownTurn.current = turn
    void store.reload()
  }, [store, turn])

  function handleQuery(next: EntityQuery) {
    if (next.page !== query.page && scroller.current) scrollToTop(scroller.current)
    // One search is one step back, not one for each pause in typing.
    onAddress(next, next.search !== query.search)
  }

  const close = (): void => setOverlay(null)
  const handleDone = (): void => {
    setOverlay(null)
    void store.reload()
  }
  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{title ?? say(entity.words.many)}</h1>
        <EntityToolbar shape={shape} query={query} onQuery={handleQuery} onOpen={setOverlay} />
      </header>
      <div className="list-body" ref={scroller} aria-busy={store.loading !== null}>
        <ProgressLine active={store.loading === 'again'} />
        <EntityBody shape={shape} query={query} onQuery={handleQuery} onOpen={setOverlay} />
      </div>
      <EntityPager store={store} query={query} onQuery={handleQuery} />
      {overlay?.kind === 'form' && <EntityForm shape={shape} row={overlay.row} onClose={close} onDone={handleDone} />}
      {overlay?.kind === 'detail' && (
        <EntityDetail shape={shape} row={overlay.row} name={t('detail.title', { name: titleOf(entity, overlay.row) })} onClose={close} onOpen={setOverlay} />
      )}
      {overlay?.kind === 'move' && <MoveDialog entity={entity} row={overlay.row} move={overlay.move} onClose={close} onDone={handleDone} />}
      {overlay?.kind === 'many' && <ManyDialog shape={shape} onClose={close} onDone={handleDone} />}
      {overlay?.kind === 'import' && <ImportDialog entity={entity} onClose={close} onDone={handleDone} />}
    </div>
  )
})
