/** Version of the experiment documents that this lab writes. */
export const DOCUMENT_VERSION = 1;
