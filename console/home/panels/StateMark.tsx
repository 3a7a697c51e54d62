import type { PointState } from '../../kit/map/point.ts'

/** Mark of a state, distinguished by shape: filled is on, hollow is off, broken is unknown, a triangle is an alarm. */
export function StateMark({ state }: { readonly state: PointState }) {
  return (
    <svg className="home-mark" data-state={state} width="12" height="12" viewBox="-6 -6 12 12" aria-hidden>
      {state === 'alarm' ? (
        <path d="M0-5 5.5 4.5h-11z" fill="currentColor" />
      ) : (
        <rect
          x="-4"
          y="-4"
          width="8"
          height="8"
          rx="1"
          fill={state === 'on' ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="1.6"
          strokeDasharray={state === 'unknown' ? '2 2' : undefined}
        />
      )}
    </svg>
  )
}
