import type { Component, Stage } from '@mimic/engine'
import { Popover, type PopoverProps } from 'antd'
import { type ComponentRef, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { anchorBox } from './anchorBox.ts'

interface AnchorProps extends Pick<PopoverProps, 'title' | 'content'> {
  readonly placement: 'top' | 'bottom' | 'left' | 'right'
  readonly classNames: { readonly root: string }
  readonly stage: Stage
  readonly component: Component
}

/** A popover at a component, wherever the camera goes: it stays on the screen also where the component does not. */
export function Anchor({ stage, component, classNames, ...popover }: AnchorProps) {
  const { camera } = stage
  const held = useRef<ComponentRef<typeof Popover>>(null)
  const subscribe = useCallback((changed: () => void) => camera.onMoved(changed), [camera])
  const place = useSyncExternalStore(subscribe, () => {
    const { scale, visible } = camera
    const { x, y } = camera.toScreen({ x: component.x, y: component.y })
    const { left, top, width, height } = anchorBox({ left: x, top: y, width: component.width * scale, height: component.height * scale }, { width: visible.width * scale, height: visible.height * scale })
    return [left, top, width, height].join(' ')
  })
  // It sees by itself that its target became larger, not that it moved.
  useLayoutEffect(() => { if (place !== '') held.current?.forceAlign() }, [place])
  // Pushed along its side until it is on the screen, it keeps this away from the screen's edge.
  const ends = popover.placement === 'top' || popover.placement === 'bottom' ? 'run-clear-across' : 'run-clear-down'
  const [left, top, width, height] = place.split(' ').map(Number)
  return <div className="run-anchor" style={{ left, top, width, height }}><Popover ref={held} open trigger={[]} autoAdjustOverflow classNames={{ root: `${classNames.root} ${ends}` }} {...popover}><i /></Popover></div>
}
