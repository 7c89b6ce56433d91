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

/**
 * SHA-256 of what flows past, in lower-case hex: the memory that it takes does not grow with the length. WebCrypto
 * has no hash of streams.
 * @param onChunk called after each chunk with the bytes so far; may wait, may throw
 */
export async function sha256Of(
  stream: ReadableStream<Uint8Array>,
  onChunk: (bytes: number) => Promise<void> | void = () => undefined,
): Promise<string> {
  const { createSHA256 } = await import('hash-wasm');
  const hash = await createSHA256();
  const reader = stream.getReader();
  let bytes = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      hash.update(next.value);
      bytes += next.value.length;
      await onChunk(bytes);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return hash.digest();
}
