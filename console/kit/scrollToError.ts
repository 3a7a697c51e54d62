/** The marks by which a form's faults are found: on a field, and inside it on one cell of its rows. */
export const errorClass = { field: 'form-fault', cell: 'rows-fault' } as const

/** Brings the first fault of a form into sight and puts the keyboard there: nobody should have to look for what is said to be wrong. */
export function scrollToFirstError(form: HTMLElement | null | undefined): void {
  // The marks stand with the next drawing.
  requestAnimationFrame(() => {
    const field = form?.querySelector(`.${errorClass.field}`)
    const place = field?.querySelector(`.${errorClass.cell}`) ?? field
    place?.scrollIntoView({ block: 'center' })
    const control = place?.querySelector<HTMLElement>('input, textarea, select, button')
    control?.focus({ preventScroll: true })
  })
}
