/** What comes piece by piece, for as long as the page listens. */
export const streamTypes = /^(?:text\/event-stream|application\/(?:x-ndjson|jsonl|stream\+json))\s*(?:;|$)/i
