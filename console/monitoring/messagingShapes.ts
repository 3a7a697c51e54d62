import type { CustomScreenConfig } from '../crud/screenConfig.ts'

/** The installation's own topics: what a message looks like is said above the list. */
export const topicShape: CustomScreenConfig = { note: 'monitoring:topic.note' }

/** What clients are meant to hear, and where that is not this server's to say. */
export const subscriptionShape: CustomScreenConfig = { note: 'monitoring:subscription.note' }
