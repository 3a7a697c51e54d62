import type { ReactNode } from 'react'

/** Asterisk after the label of a required field, so that the labels of a column stay aligned. */
export const requiredMark = (label: ReactNode, { required }: { readonly required: boolean }): ReactNode => (
  <>
    {label}
    {required && <span className="required-mark" aria-hidden />}
  </>
)
