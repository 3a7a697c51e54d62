import './ProgressLine.css'

/** A thin moving line over what it belongs to; takes no room. */
export function ProgressLine({ active }: { readonly active: boolean }) {
  return active ? <div className="progress-line" aria-hidden /> : null
}
