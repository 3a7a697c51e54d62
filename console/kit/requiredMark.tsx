import type { ReactNode } from 'react'

/** A star behind the name of what must not be empty: before it, the names of a column would not stand in one line. */
export const requiredMark = (label: ReactNode, { required }: { readonly required: boolean }): ReactNode =>
  <>{label}{required && <span className="required-mark" aria-hidden />}</>
