import { createEditor, type Point, type Stage } from '@mimic/engine'
import { catalog } from '@mimic/engine/catalog'
import { Dropdown } from 'antd'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useRef, type DragEvent, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage, useLocalized } from '../kit/text/useLocalized.ts'
import { StageHost } from '../stage/StageHost.tsx'
import { useTree } from '../stage/useTree.ts'
import { useStores } from '../stores/root.ts'
import { palettes } from '../styles/palette.ts'
import { useClipboard } from './actions/useClipboard.ts'
import { useContextMenu } from './actions/useContextMenu.ts'
import { useDesigner } from './context.ts'
import { uniqueName } from './uniqueName.ts'
import { droppedKey, isDraggingEntry } from './panels/dragging.ts'
import { findEntry, createComponent } from './panels/entries.ts'
import { addInstance, parseLibraryKey, parseSymbolKey } from './symbols/placing.ts'
import { useLibrary } from './symbols/useLibrary.ts'
import { saveAids, saveGuides, loadAids, loadGuides } from './view/viewPreferences.ts'
import { Minimap } from './view/Minimap.tsx'
import { hasText } from './view/textField.ts'
import { InlineTextEditor } from './view/InlineTextEditor.tsx'

/** Canvas of the designer: the stage with an editor, and a drop target for component types and symbols. */
export const Canvas = observer(function Canvas() {
  const { session, dialogState, store } = useDesigner()
  const { preferences } = useStores()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const language = useLanguage()
  /** Position at which the context menu was opened; `null` if opened by keyboard. */
  const menuAt = useRef<Point | null>(null)
  const menu = useContextMenu(() => menuAt.current)
  /** Id of the only selected component at the last pointer press. */
  const pressedOn = useRef<string | null>(null)
  const { handleCopied, handlePasted } = useClipboard()
  const { put } = useLibrary()

  const guidesKey = dialogState.editing ? `${store.id}/${dialogState.editing.symbol.id}` : store.id
  const handleStage = useCallback(
    (stage: Stage) => {
      const editor = createEditor(stage, session.document, catalog, session.bus)
      editor.aids.set(loadAids())
      const forget = editor.aids.onChange(() => saveAids(editor.aids.state))
      editor.guides.set(loadGuides(guidesKey))
      const forgetGuides = editor.guides.onChange(() => saveGuides(guidesKey, editor.guides.state))
      const detach = session.attach(editor)
      return () => {
        forget()
        forgetGuides()
        detach()
        editor.destroy()
      }
    },
    [session, guidesKey],
  )

  useEffect(() => session.editor?.setDark(preferences.theme === 'dark'), [session.editor, preferences.theme])
  useTree(session.editor?.stage, session.document, undefined, session.editor?.selection)

  const getWorldPoint = (event: MouseEvent<HTMLElement>): Point | null => {
    const edge = event.currentTarget.getBoundingClientRect()
    return session.editor?.stage.camera.toWorld({ x: event.clientX - edge.left, y: event.clientY - edge.top }) ?? null
  }
  const handlePressed = (): void => {
    const { selectedIds } = session
    pressedOn.current = selectedIds.length === 1 ? (selectedIds[0] ?? null) : null
  }
  const handleDoubleClick = (): void => {
    const [component, second] = session.selected
    // Do not edit the text of a component that this double click has just selected within a group or given a point.
    if (
      !component ||
      second ||
      component.id !== pressedOn.current ||
      session.tool !== 'select' ||
      session.editor?.points.chosen !== null ||
      !hasText(component)
    )
      return
    dialogState.editText(component.id)
  }
  const handleDragOver = (event: DragEvent): void => {
    if (!isDraggingEntry(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
  }
  const handleDrop = (event: DragEvent<HTMLElement>): void => {
    const key = droppedKey(event.dataTransfer) ?? ''
    const entry = findEntry(key)
    const symbol = parseSymbolKey(key, session.symbols)
    const libraryId = parseLibraryKey(key)
    const { editor } = session
    if (!editor || !(entry ?? symbol ?? libraryId)) return
    event.preventDefault()
    const edge = event.currentTarget.getBoundingClientRect()
    const middle = editor.stage.camera.toWorld({ x: event.clientX - edge.left, y: event.clientY - edge.top })
    if (libraryId) void put(libraryId, middle)
    else if (symbol) addInstance(session, symbol, middle)
    else if (entry)
      session.add(
        createComponent(entry, language),
        uniqueName(session.document.components.values(), entry.variant ? null : entry.type.type, localize(entry.words)),
        middle,
      )
    editor.stage.canvas.focus()
  }

  return (
    <Dropdown trigger={['contextMenu']} menu={menu} align={menuAlign} autoFocus>
      <main
        className="designer-canvas"
        onPointerDownCapture={handlePressed}
        onDoubleClick={handleDoubleClick}
        onContextMenuCapture={(event) => {
          menuAt.current = event.button === 2 ? getWorldPoint(event) : null
        }}
        onDragOver={handleDragOver}
        onDrop={handleDrop}
        onCopy={handleCopied}
        onCut={handleCopied}
        onPaste={handlePasted}
      >
        <StageHost
          key={session.id}
          document={session.document}
          pan="space"
          onStage={handleStage}
          label={t('canvas.label', { name: session.name })}
          background={backgroundColors[preferences.theme]}
        />
        <InlineTextEditor />
        <Minimap />
      </main>
    </Dropdown>
  )
})

/** Shifts the menu upwards until it fits into the window. */
const menuAlign = { offset: [0, 0], overflow: { adjustX: true, adjustY: false, shiftY: true } }

/** Darker than the panels, for contrast with the page. */
const backgroundColors = { light: '#c9ced3', dark: palettes.dark.ground } as const
