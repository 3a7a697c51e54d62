import { EyeInvisibleOutlined, EyeOutlined, LockOutlined, UnlockOutlined } from '@ant-design/icons'
import { catalog } from '@mimic/engine/catalog'
import { type Component, groupType, type Id } from '@mimic/engine/document'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useRef, useState, type MouseEvent, type UIEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../kit/useSay.ts'
import { useDesigner } from '../context.ts'

const rowPx = 26
const sparePx = 130

/** Every component, front to back, as a list of which only the rows in sight are made. */
export const Outline = observer(function Outline() {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(0)
  const rows = session.outline
  const depths = useMemo(() => depthsOf(rows), [rows])
  const chosen = new Set(session.selectedIds)
  const firstChosen = session.selectedIds[0]

  useEffect(() => {
    const list = box.current
    if (!list) return
    const sizes = new ResizeObserver(() => setHeight(list.clientHeight))
    sizes.observe(list)
    return () => sizes.disconnect()
  }, [])

  useEffect(() => {
    const index = firstChosen ? rows.findIndex((row) => row.id === firstChosen) : -1
    if (index >= 0) reveal(box.current, index)
    // Only a new choice scrolls the list: an edit elsewhere must not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [firstChosen])

  const from = Math.max(0, Math.floor((top - sparePx) / rowPx))
  const to = Math.min(rows.length, Math.ceil((top + height + sparePx) / rowPx))

  return (
    <section className="outline" aria-label={t('outline.label')}>
      <header className="panel-head"><h2>{t('outline.title')}</h2><span>{rows.length}</span></header>
      {rows.length === 0 && <p className="panel-hint">{t('outline.empty')}</p>}
      <div ref={box} className="outline-list" onScroll={(event: UIEvent<HTMLElement>) => setTop(event.currentTarget.scrollTop)}>
        <ul style={{ height: rows.length * rowPx }}>
          {rows.slice(from, to).map((row, index) => (
            <Row key={row.id} component={row} depth={depths.get(row.id) ?? 0} top={(from + index) * rowPx} isChosen={chosen.has(row.id)} />
          ))}
        </ul>
      </div>
    </section>
  )
})

interface RowProps {
  readonly component: Component
  readonly depth: number
  readonly top: number
  readonly isChosen: boolean
}

const Row = observer(function Row({ component, depth, top, isChosen }: RowProps) {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const say = useSay()
  const { id, name, locked, visible, type } = component
  const handleSelect = (event: MouseEvent): void => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) session.editor?.selection.toggle(id)
    else session.editor?.selection.set([id])
  }
  const change = (common: Partial<Pick<Component, 'locked' | 'visible'>>): void => void session.run('set-props', { ids: [id], common })
  const words = catalog.get(type)?.words
  return (
    <li className="outline-row" style={{ top, paddingInlineStart: 8 + depth * 12 }} data-chosen={isChosen} data-hidden={!visible}>
      <button type="button" className="outline-name" aria-pressed={isChosen} onClick={handleSelect}>
        {name || (type === groupType ? t('outline.group') : words ? say(words) : type)}
      </button>
      <button
        type="button" className="outline-flag" data-on={locked} aria-pressed={locked}
        aria-label={t(locked ? 'outline.unlock' : 'outline.lock', { name })} title={t(locked ? 'outline.unlock' : 'outline.lock', { name })}
        onClick={() => change({ locked: !locked })}
      >
        {locked ? <LockOutlined aria-hidden /> : <UnlockOutlined aria-hidden />}
      </button>
      <button
        type="button" className="outline-flag" data-on={!visible} aria-pressed={!visible}
        aria-label={t(visible ? 'outline.hide' : 'outline.show', { name })} title={t(visible ? 'outline.hide' : 'outline.show', { name })}
        onClick={() => change({ visible: !visible })}
      >
        {visible ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
      </button>
    </li>
  )
})

/** How deep each one lies in groups: a group comes after its members here, so the list is walked from its end. */
function depthsOf(rows: readonly Component[]): ReadonlyMap<Id, number> {
  const depths = new Map<Id, number>()
  for (const { id, parent } of rows.toReversed()) depths.set(id, parent === null ? 0 : (depths.get(parent) ?? 0) + 1)
  return depths
}

function reveal(list: HTMLElement | null, index: number): void {
  if (!list) return
  const at = index * rowPx
  if (at < list.scrollTop) list.scrollTop = at
  else if (at + rowPx > list.scrollTop + list.clientHeight) list.scrollTop = at + rowPx - list.clientHeight
}
