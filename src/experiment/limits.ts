/** Most bookmarks of a document, and characters of a note: a link stays short enough to be sent. */
export const BOOKMARKS = 100;
export const NOTE_CHARACTERS = 200;
