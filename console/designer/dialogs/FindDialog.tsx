import { catalog } from '@mimic/engine/catalog'
import { find, type Hit, type Rejected, textPlaces } from '@mimic/engine/commands'
import type { Box } from '@mimic/engine'
import { getAncestors, type Component, type Id, getParamKinds } from '@mimic/engine/document'
import { Alert, Button, Checkbox, Input, Modal } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useDesigner } from '../context.ts'
import { Row } from '../inspector/parts/Row.tsx'
import { formatRejection } from '../session/rejectionMessages.ts'

/** Maximum number of listed hits; "replace all" is not limited. */
const maxListed = 200

/**
 * Searches names, texts and tags, including those in symbols. Hits are shown on the drawing; replacing all is one undo
 * step.
 */
export const FindDialog = observer(function FindDialog() {
  const { session, drawing, dialogState } = useDesigner()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const [searchText, setSearchText] = useState('')
  const [replacement, setReplacement] = useState('')
  const [places, setPlaces] = useState<(typeof textPlaces)[number][]>([...textPlaces])
  const [matchCase, setMatchCase] = useState(false)
  const [wholeWord, setWholeWord] = useState(false)
  const [isWithin, setWithin] = useState(false)
  const [scope] = useState(session.selectedIds)
  const [done, setDone] = useState('')
  const [refused, setRefused] = useState<Rejected | null>(null)
  const [current, setCurrent] = useState<Hit | null>(null)

  const query = {
    find: searchText,
    in: places,
    matchCase,
    wholeWord,
    ...(isWithin ? { ids: scope } : { symbols: session === drawing }),
  }
  // Search again after every change, so that the list shows the texts to be replaced.
  void session.revision
  const hits = find(session.document, query, catalog, getParamKinds(session.params))
  const number = countHits(hits)
  const inSymbols = countHits(hits.filter(({ symbol }) => symbol !== undefined))
  const found = [
    ...(done ? [done] : []),
    ...(done && number === 0
      ? []
      : [t('find.count', { number, places: new Set(hits.map(({ id, symbol }) => `${symbol ?? ''} ${id}`)).size })]),
  ].join(' · ')
  const clearResult = (): void => {
    setDone('')
    setRefused(null)
  }
  const handleShow = (hit: Hit): void => {
    setCurrent(hit)
    const { editor } = session
    if (!editor) return
    if (hit.symbol !== undefined) return showInstances(hit.symbol)
    editor.selection.enter(getParent(hit.id))
    editor.selection.set([hit.id])
    const component = session.document.get(hit.id)
    if (component) editor.stage.camera.fit(getSurroundingBox(component))
  }
  const replace = (only?: Hit): boolean => {
    const result = session.runWithResult('find-replace', {
      ...query,
      replace: replacement,
      ...(only && { hits: [toPlace(only)] }),
    })
    setRefused(result.ok ? null : result)
    setDone(result.ok ? t('find.done', { number: result.count ?? 0 }) : '')
    return result.ok
  }
  /**
   * Replaces the current hit and shows the next one. Without a current hit, shows the first one and replaces nothing.
   */
  const handleReplace = (): void => {
    const shown = hits.findIndex((hit) => isSame(hit, current))
    const hit = hits[shown]
    if (!hit) {
      if (hits[0]) handleShow(hits[0])
      return
    }
    if (!replace(hit)) return
    // The replacement may contain the search text; skip it.
    const left = find(session.document, query, catalog, getParamKinds(session.params))
    const next = left[(shown + (left.length < hits.length ? 0 : 1)) % left.length]
    if (next) handleShow(next)
    else setCurrent(null)
  }

  return (
    <Modal
      open
      width={420}
      title={t('edit.find')}
      onCancel={() => dialogState.close()}
      mask={false}
      className="designer-dialog find-dialog"
      wrapClassName="aside-dialog"
      footer={[
        <Button key="close" onClick={() => dialogState.close()}>
          {t('find.close')}
        </Button>,
        <Button key="replace" disabled={number === 0 || replacement === searchText} onClick={handleReplace}>
          {t('find.replaceOne')}
        </Button>,
        <Button
          key="all"
          type="primary"
          disabled={number === 0 || replacement === searchText}
          onClick={() => replace()}
        >
          {t('find.replaceAll', { number })}
        </Button>,
      ]}
    >
      <Row label={t('find.find')} htmlFor="find-sought">
        <Input
          id="find-sought"
          autoFocus
          allowClear
          value={searchText}
          maxLength={200}
          onChange={(event) => {
            setSearchText(event.target.value)
            clearResult()
          }}
          onPressEnter={() => hits[0] && handleShow(getNextHit(hits, current))}
        />
      </Row>
      <Row label={t('find.replace')} htmlFor="find-replacement">
        <Input
          id="find-replacement"
          allowClear
          value={replacement}
          maxLength={2000}
          onChange={(event) => {
            setReplacement(event.target.value)
            clearResult()
          }}
        />
      </Row>
      <div className="find-choices">
        <Checkbox.Group
          value={places}
          options={textPlaces.map((place) => ({ value: place, label: t(`find.${place}`) }))}
          onChange={(chosen) => {
            setPlaces(chosen)
            clearResult()
          }}
        />
        <Checkbox checked={matchCase} onChange={(event) => setMatchCase(event.target.checked)}>
          {t('find.matchCase')}
        </Checkbox>
        <Checkbox checked={wholeWord} onChange={(event) => setWholeWord(event.target.checked)}>
          {t('find.wholeWord')}
        </Checkbox>
        {scope.length > 0 && (
          <Checkbox checked={isWithin} onChange={(event) => setWithin(event.target.checked)}>
            {t('find.within', { number: scope.length })}
          </Checkbox>
        )}
      </div>
      {searchText !== '' && (
        <p className="find-count" role="status">
          {found}
          {inSymbols > 0 && ` · ${t('find.inSymbols', { number: inSymbols })}`}
        </p>
      )}
      {refused && (
        <Alert
          type="error"
          showIcon
          title={t('find.refused')}
          description={localize(formatRejection(refused, session.document))}
        />
      )}
      <ul className="find-hits">
        {hits.slice(0, maxListed).map((hit) => (
          <li key={`${hit.symbol ?? ''} ${hit.id} ${hit.path} ${hit.nth ?? 0}`}>
            <button type="button" aria-pressed={isSame(hit, current)} onClick={() => handleShow(hit)}>
              <small>
                {formatPlace(hit)} · {t(`find.${hit.in}`)}
              </small>
              <HighlightedText hit={hit} />
            </button>
          </li>
        ))}
        {hits.length > maxListed && (
          <li className="panel-hint">{t('import.more', { number: hits.length - maxListed })}</li>
        )}
      </ul>
    </Modal>
  )

  function formatPlace({ symbol: id, id: own }: Hit): string {
    const symbol = id === undefined ? undefined : session.document.symbols.find((one) => one.id === id)
    if (!symbol) return session.document.get(own)?.name ?? ''
    const component = symbol.components.find((one) => one.id === own)?.name
    return [t('find.symbol', { name: symbol.name }), ...(component ? [component] : [])].join(' · ')
  }

  /** Shows a hit inside a symbol in the symbol's instances. */
  function showInstances(symbol: Id): void {
    const instances = [...session.document.all()].filter(
      ({ link, parent }) => link?.symbol === symbol && parent === null,
    )
    session.editor?.selection.enter(null)
    session.editor?.selection.set(instances.map(({ id }) => id))
    if (instances[0]) session.editor?.stage.camera.fit(getSurroundingBox(instances[0]))
  }

  function getParent(id: Id): Id | null {
    const component = session.document.get(id)
    return component ? (getAncestors(session.document, component)[0]?.id ?? null) : null
  }
})

/** Text with highlighted hits, starting shortly before the first one. */
function HighlightedText({ hit: { text, at } }: { readonly hit: Hit }) {
  const start = Math.max(0, (at[0]?.[0] ?? 0) - 24)
  const parts = at.map(([from, to], i) => ({
    from,
    before: text.slice(i === 0 ? start : at[i - 1]?.[1], from),
    found: text.slice(from, to),
  }))
  return (
    <span>
      {start > 0 && '…'}
      {parts.map(({ from, before, found }) => (
        <span key={from}>
          {before}
          <mark>{found}</mark>
        </span>
      ))}
      {text.slice(at.at(-1)?.[1] ?? 0)}
    </span>
  )
}

/** Bounding box of a component with its surroundings, for orientation. */
function getSurroundingBox(component: Component): Box {
  const { x, y, width, height } = component
  const room = Math.max(width, height, roomPx)
  return { x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room }
}

const roomPx = 160

function countHits(hits: readonly Hit[]): number {
  return hits.reduce((sum, { at }) => sum + at.length, 0)
}

function isSame(hit: Hit, other: Hit | null): boolean {
  return hit.id === other?.id && hit.path === other.path && hit.nth === other.nth && hit.symbol === other.symbol
}

const toPlace = ({ id, symbol, path, nth }: Hit) => ({ id, symbol, path, nth })

/** Next hit, cyclic. */
function getNextHit(hits: readonly Hit[], current: Hit | null): Hit {
  const at = hits.findIndex((hit) => isSame(hit, current))
  const found = hits[(at + 1) % hits.length]
  if (!found) throw new Error('no hit comes after none')
  return found
}
