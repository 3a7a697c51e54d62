/** Line drawing of a plant behind the sign-in form: feeder, lamp loop, pumps, tank and valve. */
export function PanelArt() {
  return (
    <svg className="panel-art" viewBox="0 0 900 640" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <g fill="none" stroke="var(--line-strong)" strokeWidth="2" strokeLinejoin="round">
        <path d="M90 120h720M90 132h720" />
        {feeders.map((x) => (
          <g key={x} transform={`translate(${x} 132)`}>
            <path d="M0 0v44M0 72v34" />
            <path d="M0 72 14 46" />
            <circle cy="44" r="2.5" />
            <circle cy="72" r="2.5" />
            <rect x="-16" y="106" width="32" height="30" rx="2" />
            <path d="M-7 121h14" />
          </g>
        ))}
        <path d="M180 268v30h540v-30M360 268v30M540 268v30M450 298v34" />
        <path d="M120 560h90M254 560h76M430 560h96M430 500h40v60M570 560h40v-60h54M744 500h66" />
        <path d="M330 430v-12a10 10 0 0 1 10-10h80a10 10 0 0 1 10 10v172a10 10 0 0 1-10 10h-80a10 10 0 0 1-10-10z" />
        <circle cx="232" cy="560" r="22" />
        <path d="M220 541v38l32-19z" />
        <circle cx="548" cy="560" r="22" />
        <path d="M536 541v38l32-19z" />
        <path d="M664 486v28l40-28v28z" />
        <path d="M684 500v-24M672 476h24" />
        <path d="M704 500h40" />
        <path d="M380 408v-76h70" strokeDasharray="4 6" />
      </g>
      <path
        d="M331 492c16-7 33 7 49 0s33-7 49 0v98a9 9 0 0 1-9 9h-80a9 9 0 0 1-9-9z"
        fill="var(--accent)"
        opacity="0.28"
      />
      <g fill="var(--surface)" stroke="var(--line-strong)" strokeWidth="2">
        {lamps.map((x) => (
          <circle key={x} cx={x} cy="298" r="9" />
        ))}
      </g>
      <g fill="var(--accent)" opacity="0.55">
        {lamps
          .filter((_, index) => index % 3 !== 1)
          .map((x) => (
            <circle key={x} cx={x} cy="298" r="5" />
          ))}
      </g>
    </svg>
  )
}

const feeders = [180, 360, 540, 720]
const lamps = [225, 270, 315, 405, 495, 585, 630, 675]
