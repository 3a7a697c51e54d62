import type { Component } from '@mimic/engine'
import { Popover } from 'antd'
import { useEffect, useState } from 'react'
import { Anchor } from './Anchor.tsx'
import { TagLine } from './TagLine.tsx'
import type { Running } from './running.ts'
import type { RunStore } from './runStore.ts'
import { tagsOf } from './valueRows.ts'

interface HoverPromptProps {
  readonly store: RunStore
  readonly running: Running
  readonly isOff: boolean
}

const restMs = 350
const tagsAtMost = 8

/** What the component under a resting pointer stands for: its name and the tags behind it, as they are now. */
export function HoverPrompt({ store, running: { stage }, isOff }: HoverPromptProps) {
  const [component, setComponent] = useState<Component | null>(null)

  useEffect(() => {
    if (isOff) return
    const { canvas, camera } = stage
    const over = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let under: Component | null = null
    const hide = (): void => {
      clearTimeout(timer)
      under = null
      setComponent(null)
    }
    canvas.addEventListener('pointermove', (event) => {
      if (event.buttons !== 0) return hide()
      const hit = stage.hitTest(camera.toWorld({ x: event.offsetX, y: event.offsetY }))
      if (hit === under) return
      hide()
      under = hit
      if (hit && tagsOf(hit).length > 0) timer = setTimeout(() => setComponent(hit), restMs)
    }, { signal: over.signal })
    for (const sign of ['pointerleave', 'pointerdown', 'wheel'] as const) canvas.addEventListener(sign, hide, { signal: over.signal, passive: true })
    return () => {
      over.abort()
      clearTimeout(timer)
    }
  }, [stage, isOff])

  if (!component || isOff) return null
  const tags = tagsOf(component)
  return (
    <Anchor stage={stage} component={component}>
      <Popover
        open trigger={[]} placement="bottom" autoAdjustOverflow title={component.name} classNames={{ root: 'run-prompt' }}
        content={<dl>{tags.slice(0, tagsAtMost).map((tag) => <TagLine key={tag} store={store} tag={tag} />)}</dl>}
      >
        <i />
      </Popover>
    </Anchor>
  )
}
