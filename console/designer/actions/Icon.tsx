/** Line icons, 16 px, that the antd set does not contain. */
const drawn = {
  left: 'M2.5 1.5v13M5 4h8.5v3H5zM5 9h5.5v3H5z',
  right: 'M13.5 1.5v13M2.5 4H11v3H2.5zM5.5 9H11v3H5.5z',
  'centre-x': 'M8 1.5V4m0 3v2m0 3v2.5M3 4h10v3H3zM5 9h6v3H5z',
  top: 'M1.5 2.5h13M4 5v8.5h3V5zM9 5v5.500h3V5z',
  bottom: 'M1.5 13.5h13M4 2.5V11h3V2.500zM9 5.500V11h3V5.5z',
  'centre-y': 'M1.5 8H4m3 0h2m3 0h2.5M4 3v10h3V3zM9 5v6h3V5z',
  horizontal: 'M2 2v12M14 2v12M6.5 4.5h3v7h-3z',
  vertical: 'M2 2h12M2 14h12M4.5 6.5h7v3h-7z',
  width: 'M3 8.500h10V13.500H3zM2 4.500h12M4.5 2.500l-2 2 2 2M11.5 2.500l2 2-2 2',
  height: 'M2.5 3H7.500v10H2.500zM11.5 2v12M9.5 4.500l2-2 2 2M9.5 11.500l2 2 2-2',
  both: 'M2 7.500h6.500V14H2zM8.5 11H14V2H5v5.5',
  grid: 'M5.5 1.500v13M10.5 1.500v13M1.5 5.500h13M1.5 10.500h13',
  clockwise: 'M13 8.500a5 5 0 1 1-1.8-3.900M11.5 1.500v3.300H8.2',
  anticlockwise: 'M3 8.500a5 5 0 1 0 1.8-3.900M4.5 1.500v3.300h3.3',
  angle: 'M14 13.500H2L10.5 3M8.5 13.500a6 6 0 0 0-2.4-5',
  mirrorX: 'M8 1.500v2m0 2v2m0 2v2m0 2v1M5.5 4v8H1.500zM10.5 4v8h4z',
  mirrorY: 'M1.5 8h2m2 0h2m2 0h2m2 0h1M4 5.500h8V1.500zM4 10.500h8v4z',
  front: 'M2.5 2h11M8 14V5M4.5 8.500L8 5l3.5 3.5',
  forward: 'M8 13.500V3M4 7l4-4 4 4',
  backward: 'M8 2.500V13M4 9l4 4 4-4',
  back: 'M2.5 14h11M8 2v9M4.5 7.500L8 11l3.5-3.5',
  group: 'M1.5 4V1.500H4M12 1.500h2.500V4M14.5 12v2.500H12M4 14.500H1.500V12M4.5 4.500H9V9H4.500zM9 7h2.500v4.500H7V9',
  ungroup: 'M1.5 1.500h5.500V7H1.500zM9 9h5.500v5.500H9zM10.5 2.500h3v3M5.5 13.500h-3v-3',
  selectAll:
    'M1.5 4V1.500H4M6.5 1.500h3M12 1.500h2.500V4M14.5 6.500v3M14.5 12v2.500H12M9.5 14.500h-3M4 14.500H1.500V12M1.5 9.500v-3M5 5h6v6H5z',
  selectCopies: 'M2 2h7v7H2zM5 11v3h9V5h-3',
  selectType: 'M2 2h5v5H2zM9 9h5v5H9zM11.5 2.200a2.3 2.3 0 1 0 .01 0M4.5 9.200a2.3 2.3 0 1 0 .01 0',
  inverse: 'M2 2h12v12H2zM2 14L14 2M8.5 11.500H12M10.250 9.750v3.500M4 5h3.5',
  import: 'M8 1.500V10M4.5 6.500L8 10l3.5-3.500M2 11v3.500h12V11',
  export: 'M8 10V1.500M4.5 5L8 1.5 11.5 5M2 11v3.500h12V11',
  route: 'M2 3.500h6.500v9H14M11.5 10l2.500 2.500L11.500 15M4.500 1L2 3.500 4.500 6',
  rebind: 'M2 5h10M9.5 2.500L12 5 9.5 7.500M14 11H4M6.5 8.500L4 11l2.5 2.5',
  symbol: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM11.5 9v5M9 11.500h5',
  view: 'M1.5 3.500h13v9h-13zM1.5 6h13M5 3.500v9',
  fit: 'M1.5 5V1.500H5M11 1.500h3.500V5M14.5 11v3.500H11M5 14.500H1.500V11M4.5 5.500h7v5h-7z',
  toSelection: 'M1.5 5V1.500H5M11 1.500h3.500V5M14.5 11v3.500H11M5 14.500H1.500V11M8 5.500v5M5.5 8h5',
  keyboard: 'M1.5 4h13v8.500h-13zM4 6.500h.5M7 6.500h.5M10 6.500h.5M12.5 6.500h.01M4 9.800h8',
} as const

export type IconName = keyof typeof drawn

/** Decorative icon of a menu entry or button, which has its own label. */
export function Icon({ name, className = '' }: { readonly name: IconName; readonly className?: string }) {
  return (
    <span className={`anticon ${className}`} aria-hidden>
      <svg
        viewBox="0 0 16 16"
        width="1em"
        height="1em"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        <path d={drawn[name]} />
      </svg>
    </span>
  )
}
