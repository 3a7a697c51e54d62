import { DragOutlined, NodeIndexOutlined, SearchOutlined, SelectOutlined } from '@ant-design/icons'
import { Button, Input, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState, type DragEvent, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage, useLocalized } from '../../kit/text/useLocalized.ts'
import { useDesigner } from '../context.ts'
import { uniqueName } from '../uniqueName.ts'
import { LibrarySection } from '../symbols/LibrarySection.tsx'
import { SymbolSection } from '../symbols/SymbolSection.tsx'
import { startDragging } from './dragging.ts'
import { entryPicture } from './entryPicture.ts'
import { type Entry, createComponent, type Palette, palettes, getSections } from './entries.ts'

/** Sections open initially; the others are long. */
const isOpenFirst: Readonly<Record<Palette, boolean>> = {
  basic: true,
  shape: true,
  plant: true,
  chart: false,
  symbol: false,
  more: false,
}

/** Toolbox: drag an entry onto the drawing, or click it and then a position. */
export const Toolbox = observer(function Toolbox() {
  const { t } = useTranslation('designer')
  const [search, setSearch] = useState('')
  const found = palettes
    .map((palette) => ({ palette, shelves: getSections(palette, search) }))
    .filter(({ shelves: sections }) => sections.length > 0)
  return (
    <section className="toolbox" aria-label={t('toolbox.label')}>
      <header className="panel-head">
        <h2>{t('toolbox.title')}</h2>
        <ToolButton tool="select" words={t('toolbox.select')} icon={<SelectOutlined aria-hidden />} />
        <ToolButton tool="pan" words={t('toolbox.pan')} icon={<DragOutlined aria-hidden />} />
        <ToolButton tool="connect" words={t('toolbox.connect')} icon={<NodeIndexOutlined aria-hidden />} />
      </header>
      <Input
        className="toolbox-search"
        size="small"
        allowClear
        value={search}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('toolbox.search')}
        aria-label={t('toolbox.search')}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="toolbox-sections">
        <SymbolSection search={search} />
        {search === '' && <LibrarySection search={search} />}
        {found.length === 0 && <p className="panel-hint">{t('toolbox.nothing')}</p>}
        {found.map(({ palette, shelves: sections }) => (
          <details key={`${palette} ${search !== ''}`} open={search !== '' || isOpenFirst[palette]}>
            <summary>
              {t(`toolbox.${palette}`)}
              <small>{sections.reduce((sum, { entries }) => sum + entries.length, 0)}</small>
            </summary>
            {sections.map(({ title, entries }) => (
              <ToolboxSection key={title?.en ?? ''} title={title} entries={entries} />
            ))}
          </details>
        ))}
        {search !== '' && <LibrarySection search={search} />}
      </div>
    </section>
  )
})

function ToolboxSection({ title, entries }: ReturnType<typeof getSections>[number]) {
  const localize = useLocalized()
  return (
    <>
      {title && <h3>{localize(title)}</h3>}
      <div className="toolbox-tiles">
        {entries.map((entry) => (
          <Tile key={entry.key} entry={entry} />
        ))}
      </div>
    </>
  )
}

const ToolButton = observer(function ToolButton({
  tool,
  words,
  icon,
}: {
  readonly tool: 'select' | 'pan' | 'connect'
  readonly words: string
  readonly icon: ReactNode
}) {
  const { session } = useDesigner()
  const isInHand = session.tool === tool
  return (
    <Tooltip title={words}>
      <Button
        size="small"
        type={isInHand ? 'primary' : 'text'}
        aria-label={words}
        aria-pressed={isInHand}
        icon={icon}
        onClick={() => session.editor?.tools.use(tool)}
      />
    </Tooltip>
  )
})

const Tile = observer(function Tile({ entry }: { readonly entry: Entry }) {
  const { session } = useDesigner()
  const localize = useLocalized()
  const language = useLanguage()
  const { type, variant } = entry
  const newComponent = createComponent(entry, language)
  const inHand = session.tool
  const isInHand = typeof inHand === 'object' && inHand.place === type.type && inHand.props === newComponent.props

  const name = (): string =>
    uniqueName(session.document.components.values(), variant ? null : type.type, localize(entry.words))
  const handleClick = (event: MouseEvent): void => {
    const { editor } = session
    if (!editor) return
    // A click by keyboard has no position to click next, so the component is added in the centre of the view.
    if (event.detail > 0)
      return editor.tools.use(
        isInHand ? 'select' : { place: type.type, name, props: newComponent.props, size: newComponent.size },
      )
    const { x, y, width, height } = editor.stage.camera.visible
    session.add(newComponent, name(), { x: x + width / 2, y: y + height / 2 })
    editor.stage.canvas.focus()
  }
  const handleDragStart = (event: DragEvent): void => {
    // Deselect the placing tool, so that it does not place a second component.
    session.editor?.tools.use('select')
    startDragging(event.dataTransfer, entry.key)
  }

  return (
    <button
      type="button"
      className="tile"
      aria-pressed={isInHand}
      title={localize(entry.words)}
      draggable
      onDragStart={handleDragStart}
      onClick={handleClick}
    >
      <img src={entryPicture(entry, session.layer.theme, language)} alt="" draggable={false} loading="lazy" />
      <span>{localize(entry.words)}</span>
    </button>
  )
})
