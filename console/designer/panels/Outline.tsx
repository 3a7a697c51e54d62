import {
  BlockOutlined,
  CaretDownOutlined,
  CaretRightOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  GroupOutlined,
  LockOutlined,
  UnlockOutlined,
} from '@ant-design/icons'
import type { Component, Id } from '@mimic/engine/document'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type UIEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../kit/text/useLocalized.ts'
import { useDesigner } from '../context.ts'
import { useTypeLabels } from '../useTypeLabels.ts'
import { findMatchingEntry } from './entries.ts'
import { entryPicture } from './entryPicture.ts'
import { pressInOutline } from './outlineKeys.ts'

const rowPx = 26
const sparePx = 130

/**
 * Tree of all components, front to back, each group before its members. Groups can be folded; only visible rows are
 * rendered.
 */
export const Outline = observer(function Outline() {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(0)
  const all = session.outline
  const [folded, setFolded] = useState<ReadonlySet<Id>>(new Set())
  const rows = useMemo(() => buildRows(all, folded), [all, folded])
  const toggle = (id: Id): void =>
    setFolded((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    )
  const chosen = new Set(session.selectedIds)
  const focusTarget = useRef<Id | null>(null)
  const anchor = useRef<Id | null>(null)
  // The focused row is rendered even when scrolled out of view, so that it keeps the focus.
  const [focused, setFocused] = useState<string | null>(null)
  const firstChosen = session.selectedIds[0]

  useEffect(() => {
    const list = box.current
    if (!list) return
    const sizes = new ResizeObserver(() => setHeight(list.clientHeight))
    sizes.observe(list)
    return () => sizes.disconnect()
  }, [])

  useEffect(() => {
    const index = firstChosen ? rows.findIndex(({ component: { id } }) => id === firstChosen) : -1
    if (index >= 0) reveal(box.current, index)
    // Scroll only when the selection changes, not on other edits.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [firstChosen])

  const from = Math.max(0, Math.floor((top - sparePx) / rowPx))
  const to = Math.min(rows.length, Math.ceil((top + height + sparePx) / rowPx))
  const away = focused === null ? -1 : rows.findIndex(({ component: { id } }) => id === focused)
  const places = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
  const placed = (away >= 0 && !places.includes(away) ? [...places, away] : places).flatMap((index) => {
    const row = rows[index]
    return row ? [{ row, index }] : []
  })
  // The list has a single tab stop: the focused row, else a selected one, else the first visible row.
  const stop = (
    placed.find(({ row }) => row.component.id === focused) ??
    placed.find(({ row }) => chosen.has(row.component.id)) ??
    placed.find(({ index }) => index * rowPx >= top) ??
    placed[0]
  )?.row.component.id

  // Focus the row reached by arrow keys after it has been rendered.
  useEffect(() => {
    const name =
      focusTarget.current === null
        ? null
        : box.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(focusTarget.current)}"] .outline-name`)
    if (!name) return
    focusTarget.current = null
    name.focus({ preventScroll: true })
  })

  /** Left and right fold and unfold groups; `pressInOutline` handles the other keys. */
  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const row = rows.find(({ component }) => component.id === idOfRow(event.target))
    // Space presses the buttons next to the name.
    if (!row || (event.key === ' ' && !isName(event.target))) return
    const shown = rows.map(({ component }) => component.id)
    const move = pressInOutline(event, {
      rows: shown,
      focused: row.component.id,
      anchor: anchor.current,
      chosen: session.selectedIds,
    })
    if (move) {
      anchor.current = move.anchor
      session.editor?.selection.set(move.chosen)
      if (move.focused !== row.component.id) {
        focusTarget.current = move.focused
        setFocused(move.focused)
        reveal(box.current, shown.indexOf(move.focused))
      }
    } else if (
      !hasModifier(event) &&
      ((event.key === 'ArrowLeft' && row.isFolded === false) || (event.key === 'ArrowRight' && row.isFolded === true))
    )
      toggle(row.component.id)
    else return
    event.preventDefault()
  }

  /** Firefox activates a button when Space is released. */
  function handleKeyUp(event: KeyboardEvent<HTMLElement>): void {
    if (event.key === ' ' && isName(event.target)) event.preventDefault()
  }

  return (
    <section className="outline" aria-label={t('outline.label')}>
      <header className="panel-head">
        <h2>{t('outline.title')}</h2>
        <span>{all.length}</span>
      </header>
      {rows.length === 0 && <p className="panel-hint">{t('outline.empty')}</p>}
      <div
        ref={box}
        className="outline-list"
        onKeyDown={handleKey}
        onKeyUp={handleKeyUp}
        onClick={(event) => {
          anchor.current = rows.find(({ component: { id } }) => id === idOfRow(event.target))?.component.id ?? null
        }}
        onFocus={(event) => setFocused(idOfRow(event.target))}
        onBlur={() => setFocused(null)}
        onScroll={(event: UIEvent<HTMLElement>) => setTop(event.currentTarget.scrollTop)}
      >
        <ul style={{ height: rows.length * rowPx }}>
          {placed.map(({ row, index }) => (
            <Row
              key={row.component.id}
              row={row}
              top={index * rowPx}
              isChosen={chosen.has(row.component.id)}
              isStop={row.component.id === stop}
              onFold={toggle}
            />
          ))}
        </ul>
      </div>
    </section>
  )
})

interface TreeRow {
  readonly component: Component
  readonly depth: number
  /** `null` if it has no members. */
  readonly isFolded: boolean | null
}

interface RowProps {
  readonly row: TreeRow
  readonly top: number
  readonly isChosen: boolean
  /** The row is the tab stop of the list. */
  readonly isStop: boolean
  readonly onFold: (id: Id) => void
}

const Row = observer(function Row({ row: { component, depth, isFolded }, top, isChosen, isStop, onFold }: RowProps) {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const typeWords = useTypeLabels()
  const { id, locked, visible } = component
  const name = component.name || typeWords(component.type)
  const handleSelect = (event: MouseEvent): void => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) session.editor?.selection.toggle(id)
    else session.editor?.selection.set([id])
  }
  const change = (common: Partial<Pick<Component, 'locked' | 'visible'>>): void =>
    void session.run('set-props', { ids: [id], common })
  return (
    <li
      className="outline-row"
      data-id={id}
      style={{ top, paddingInlineStart: 8 + depth * 22 }}
      data-chosen={isChosen}
      data-hidden={!visible}
    >
      {isFolded !== null && (
        <button
          type="button"
          className="outline-fold"
          tabIndex={-1}
          aria-expanded={!isFolded}
          aria-label={t(isFolded ? 'outline.unfold' : 'outline.fold', { name })}
          title={t(isFolded ? 'outline.unfold' : 'outline.fold', { name })}
          onClick={() => onFold(id)}
        >
          {isFolded ? <CaretRightOutlined aria-hidden /> : <CaretDownOutlined aria-hidden />}
        </button>
      )}
      <button
        type="button"
        className="outline-name"
        tabIndex={isStop ? 0 : -1}
        aria-pressed={isChosen}
        title={name}
        onClick={handleSelect}
      >
        <Mark component={component} />
        <span>{name}</span>
      </button>
      <button
        type="button"
        className="outline-flag"
        tabIndex={isStop ? 0 : -1}
        data-on={locked}
        aria-pressed={locked}
        aria-label={t(locked ? 'outline.unlock' : 'outline.lock', { name })}
        title={t(locked ? 'outline.unlock' : 'outline.lock', { name })}
        onClick={() => change({ locked: !locked })}
      >
        {locked ? <LockOutlined aria-hidden /> : <UnlockOutlined aria-hidden />}
      </button>
      <button
        type="button"
        className="outline-flag"
        tabIndex={isStop ? 0 : -1}
        data-on={!visible}
        aria-pressed={!visible}
        aria-label={t(visible ? 'outline.hide' : 'outline.show', { name })}
        title={t(visible ? 'outline.hide' : 'outline.show', { name })}
        onClick={() => change({ visible: !visible })}
      >
        {visible ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
      </button>
    </li>
  )
})

/** Thumbnail of a component. */
const Mark = observer(function Mark({ component }: { readonly component: Component }) {
  const { session } = useDesigner()
  const language = useLanguage()
  const { type, props } = component
  const entry = useMemo(() => findMatchingEntry({ type, props }), [type, props])
  if (entry) return <img src={entryPicture(entry, session.layer.theme, language)} alt="" draggable={false} />
  return component.link ? <BlockOutlined aria-hidden /> : <GroupOutlined aria-hidden />
})

/**
 * Builds the visible rows from a list in which a group follows its members: groups before their members, without the
 * members of folded groups.
 */
function buildRows(all: readonly Component[], folded: ReadonlySet<Id>): readonly TreeRow[] {
  const members = new Map<Id | null, Component[]>()
  for (const component of all) {
    const family = members.get(component.parent)
    if (family) family.push(component)
    else members.set(component.parent, [component])
  }
  const rows: TreeRow[] = []
  const waiting = (members.get(null) ?? []).toReversed().map((component) => ({ component, depth: 0 }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { component, depth } = next
    const family = members.get(component.id)
    const isFolded = folded.has(component.id)
    rows.push({ component, depth, isFolded: family ? isFolded : null })
    if (family && !isFolded)
      for (const member of family.toReversed()) waiting.push({ component: member, depth: depth + 1 })
  }
  return rows
}

const hasModifier = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey || shiftKey

const isName = (target: EventTarget): boolean => target instanceof Element && target.matches('.outline-name')

const idOfRow = (target: EventTarget): string | null =>
  target instanceof Element ? (target.closest('li')?.dataset['id'] ?? null) : null

function reveal(list: HTMLElement | null, index: number): void {
  if (!list) return
  const at = index * rowPx
  if (at < list.scrollTop) list.scrollTop = at
  else if (at + rowPx > list.scrollTop + list.clientHeight) list.scrollTop = at + rowPx - list.clientHeight
}
