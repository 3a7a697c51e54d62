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

/** Popover at a component that follows the camera. It stays on the screen even if the component leaves it. */
export function Anchor({ stage, component, classNames, ...popover }: AnchorProps) {
  const { camera } = stage
  const popoverRef = useRef<ComponentRef<typeof Popover>>(null)
  const subscribe = useCallback((changed: () => void) => camera.onMoved(changed), [camera])
  const place = useSyncExternalStore(subscribe, () => {
    const { scale, visible } = camera
    const { x, y } = camera.toScreen({ x: component.x, y: component.y })
    const { left, top, width, height } = anchorBox(
      { left: x, top: y, width: component.width * scale, height: component.height * scale },
      { width: visible.width * scale, height: visible.height * scale },
    )
    return [left, top, width, height].join(' ')
  })
  // The popover detects a resized target by itself, but not a moved one.
  useLayoutEffect(() => {
    if (place !== '') popoverRef.current?.forceAlign()
  }, [place])
  // Class that keeps a distance from the screen edge when the popover is shifted along its side.
  const ends = popover.placement === 'top' || popover.placement === 'bottom' ? 'run-clear-across' : 'run-clear-down'
  const [left, top, width, height] = place.split(' ').map(Number)
  return (
    <div className="run-anchor" style={{ left, top, width, height }}>
      <Popover
        ref={popoverRef}
        open
        trigger={[]}
        autoAdjustOverflow
        classNames={{ root: `${classNames.root} ${ends}` }}
        {...popover}
      >
        <i />
      </Popover>
    </div>
  )
}
