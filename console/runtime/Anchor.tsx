import type { Component, Stage } from '@mimic/engine'
import { useCallback, useSyncExternalStore, type ReactNode } from 'react'

interface AnchorProps {
  readonly stage: Stage
  readonly component: Component
  readonly children: ReactNode
}

/** An empty box exactly over a component on the screen, wherever the camera goes: what a popover holds on to. */
export function Anchor({ stage, component, children }: AnchorProps) {
  const { camera } = stage
  const subscribe = useCallback((changed: () => void) => camera.onMoved(changed), [camera])
  const place = useSyncExternalStore(subscribe, () => {
    const { x, y } = camera.toScreen({ x: component.x, y: component.y })
    return [x, y, component.width * camera.scale, component.height * camera.scale].map(Math.round).join(' ')
  })
  const [left, top, width, height] = place.split(' ').map(Number)
  return <div className="run-anchor" style={{ left, top, width, height }}>{children}</div>
}
