/** A page has hashes only where it is served securely. */
export class HashError extends Error {
  override readonly name = 'HashError';
}

/**
 * SHA-256 in lower-case hex.
 * @throws HashError where the page is not served over https or from localhost
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): Promise<string> {
  if (!globalThis.crypto?.subtle)
    throw new HashError(
      'this page is not served over https or from localhost, so files cannot be told apart by their hash',
    );
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
