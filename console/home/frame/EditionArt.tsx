import type { Edition } from '../../stores/session/preferences.ts'

/** Illustration of an edition. */
export function EditionArt({ edition }: { readonly edition: Edition }) {
  return (
    <svg viewBox="0 0 240 110" aria-hidden className="edition-art" fill="none" stroke="currentColor" strokeWidth="2">
      {art[edition]}
    </svg>
  )
}

const art: Readonly<Record<Edition, React.ReactNode>> = {
  street: (
    <>
      <path d="M0 96h240" />
      {[36, 104, 172].map((x) => (
        <g key={x}>
          <path d={`M${x} 96V34q0-14 14-14h20`} />
          <path d={`M${x + 30} 20h18l4 7H${x + 27}z`} fill="currentColor" stroke="none" />
          <path
            d={`M${x + 29} 30 ${x + 16} 96M${x + 50} 30l13 66`}
            strokeWidth="1"
            strokeDasharray="3 5"
            opacity="0.5"
          />
        </g>
      ))}
    </>
  ),
  tunnel: (
    <>
      <path d="M0 96h240" />
      {[66, 174].map((x) => (
        <g key={x}>
          <path d={`M${x - 42} 96V62a42 42 0 0 1 84 0v34`} />
          <path d={`M${x - 28} 96V64a28 28 0 0 1 56 0v32`} strokeWidth="1" opacity="0.5" />
          <path d={`M${x} 96v-10M${x} 80v-7`} strokeDasharray="6 5" />
          {[-16, 16].map((dx) => (
            <circle key={dx} cx={x + dx} cy={44} r="3.5" fill="currentColor" stroke="none" />
          ))}
        </g>
      ))}
    </>
  ),
  industry: (
    <>
      <path d="M0 96h240M20 96V54l34-18v18l34-18v18l34-18v60" />
      <path d="M150 96V46a22 10 0 0 1 44 0v50M150 46a22 10 0 0 0 44 0" />
      <path d="M122 76h28M194 68h26v28" />
      {[36, 70, 104].map((x) => (
        <path key={x} d={`M${x} 70h10v12h-10z`} fill="currentColor" stroke="none" />
      ))}
    </>
  ),
}
