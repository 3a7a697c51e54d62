/** The element that scrolls, for a table head that stays in view. */
export const scrollerId = 'center-scroller'
/** Its padding above, as in CenterPage.css. */
export const scrollerPadding = 16
