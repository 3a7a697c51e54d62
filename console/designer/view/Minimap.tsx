import { createMinimap, type Editor, type Minimap as Map } from '@mimic/engine'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/root.ts'
import { useDesigner } from '../context.ts'

const size = { width: 184, height: 116 }
const panStep = 80

/** Overview of the drawing with the visible area. Pressing or dragging moves the view. */
export const Minimap = observer(function Minimap() {
  const { session, dialogState } = useDesigner()
  const { preferences } = useStores()
  const { editor } = session
  return editor && dialogState.hasMinimap ? <Picture key={preferences.theme} editor={editor} /> : null
})

function Picture({ editor }: { readonly editor: Editor }) {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const canvas = useRef<HTMLCanvasElement>(null)
  const map = useRef<Map | null>(null)

  useEffect(() => {
    const minimap = createMinimap(session.document, editor.stage.camera, size)
    map.current = minimap
    let isDirty = true
    const forget = minimap.onChange(() => {
      isDirty = true
      editor.stage.requestFrame()
    })
    // Draws within the frames of the stage, so that both show the same position.
    const stop = editor.stage.beforeDraw(() => {
      if (isDirty && canvas.current) drawMap(canvas.current, minimap)
      isDirty = false
    })
    editor.stage.requestFrame()
    return () => {
      forget()
      stop()
      minimap.destroy()
      map.current = null
    }
  }, [session, editor])

  const handlePointer = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    if ((event.buttons & 1) === 0) return
    const edge = event.currentTarget.getBoundingClientRect()
    map.current?.lookAt({ x: event.clientX - edge.left, y: event.clientY - edge.top })
  }
  const handleKey = (event: KeyboardEvent): void => {
    const [dx, dy] = arrows[event.key] ?? [0, 0]
    if (dx === 0 && dy === 0) return
    event.preventDefault()
    editor.view.panBy(-dx * panStep, -dy * panStep)
  }

  return (
    <div className="minimap">
      <canvas
        ref={canvas}
        width={size.width * density}
        height={size.height * density}
        style={size}
        role="group"
        tabIndex={0}
        aria-label={t('view.minimap')}
        aria-description={t('view.minimapHint')}
        onPointerDown={handlePointer}
        onPointerMove={handlePointer}
        onKeyDown={handleKey}
      />
    </div>
  )
}

const density = 2
const arrows: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function drawMap(canvas: HTMLCanvasElement, map: Map): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const style = getComputedStyle(canvas)
  const color = (name: string): string => style.getPropertyValue(name)
  context.setTransform(density, 0, 0, density, 0, 0)
  context.fillStyle = color('--ground')
  context.fillRect(0, 0, size.width, size.height)
  const { page, boxes, view } = map
  context.fillStyle = color('--surface')
  context.fillRect(page.x, page.y, page.width, page.height)
  context.fillStyle = color('--ink-faint')
  context.globalAlpha = 0.55
  for (const { x, y, width, height } of boxes) context.fillRect(x, y, Math.max(1, width), Math.max(1, height))
  context.globalAlpha = 1
  context.strokeStyle = color('--accent')
  context.lineWidth = 1.5
  context.strokeRect(view.x + 0.75, view.y + 0.75, Math.max(2, view.width - 1.5), Math.max(2, view.height - 1.5))
}
