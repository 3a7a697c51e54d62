const product = 'Mimic'

/** Title of the window. If several are mounted, the last one applies until it unmounts. */
export function WindowTitle({ of }: { readonly of?: string | undefined }) {
  return <title>{of === undefined ? product : `${of} · ${product}`}</title>
}
