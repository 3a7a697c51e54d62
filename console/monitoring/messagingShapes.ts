import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'

/** Custom topics; the note above the list describes the message format. */
export const topicShape: CustomScreenConfig = { note: 'monitoring:topic.note' }

/** Server-side subscriptions; the note above the list describes their limits. */
export const subscriptionShape: CustomScreenConfig = { note: 'monitoring:subscription.note' }
