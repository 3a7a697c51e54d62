import './Wordmark.css'

/** Name and logo of the product: two vessels connected by a pipe. */
export function Wordmark() {
  return (
    <span className="wordmark">
      <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden>
        <path
          d="M3 4v14a2 2 0 0 0 2 2h3a2 2 0 0 0 2-2V9h4v9a2 2 0 0 0 2 2h3a2 2 0 0 0 2-2V4"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
        />
        <path
          d="M3.9 13h5.2v4.6a1.4 1.4 0 0 1-1.4 1.4H5.3a1.4 1.4 0 0 1-1.4-1.4zM14.9 10.5h5.2v7.1a1.4 1.4 0 0 1-1.4 1.4h-2.4a1.4 1.4 0 0 1-1.4-1.4z"
          fill="var(--accent)"
        />
      </svg>
      <b translate="no">{productName}</b>
    </span>
  )
}

const productName = 'Mimic'
