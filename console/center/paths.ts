/** Id of the scroll container, which the sticky table head refers to. */
export const scrollerId = 'center-scroller'
/** Top padding of the scroll container in pixels, as in CenterPage.css. */
export const scrollerPadding = 16
