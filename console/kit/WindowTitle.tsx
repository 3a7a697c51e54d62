const product = 'Mimic'

/** The window's title; of several that are shown the one shown last holds, until it goes. */
export function WindowTitle({ of }: { readonly of?: string | undefined }) {
  return <title>{of === undefined ? product : `${of} · ${product}`}</title>
}
