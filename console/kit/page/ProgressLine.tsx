import './ProgressLine.css'

/** Animated line at the top of its container; needs no layout space. */
export function ProgressLine({ active }: { readonly active: boolean }) {
  return active ? <div className="progress-line" aria-hidden /> : null
}
