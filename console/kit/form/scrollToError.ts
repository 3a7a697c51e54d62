/** Classes of faulty fields, and of faulty cells within them. */
export const errorClass = { field: 'form-fault', cell: 'rows-fault' } as const

/** Scrolls to the first error of a form and focuses its control. */
export function scrollToFirstError(form: HTMLElement | null | undefined): void {
  // The classes are set in the next frame.
  requestAnimationFrame(() => {
    const field = form?.querySelector(`.${errorClass.field}`)
    const place = field?.querySelector(`.${errorClass.cell}`) ?? field
    place?.scrollIntoView({ block: 'center' })
    const control = place?.querySelector<HTMLElement>('input, textarea, select, button')
    control?.focus({ preventScroll: true })
  })
}
