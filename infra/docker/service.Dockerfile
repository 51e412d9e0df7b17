# One file for all five doors: build with --build-arg SERVICE=classifier.
# The image holds the library and this one service: that it starts proves the boundary.
FROM python:3.11-slim AS build
COPY infra/docker/services.lock /build/services.lock
RUN python -m venv /opt/occam \
 && /opt/occam/bin/pip install --no-cache-dir --require-hashes -r /build/services.lock \
 && python -m venv /opt/tools \
 && /opt/tools/bin/pip install --no-cache-dir "uv>=0.13,<0.14" "uv_build>=0.13,<0.14"
ARG SERVICE
COPY shared /build/shared
COPY services/${SERVICE} /build/service
RUN PATH=/opt/tools/bin:$PATH uv pip install --python /opt/occam/bin/python --no-deps \
    /build/shared /build/service

FROM python:3.11-slim
ARG SERVICE
COPY --from=build /opt/occam /opt/occam
COPY shared/packs /opt/packs
COPY infra/docker/ready.py /opt/occam/ready.py
RUN useradd --create-home --uid 10001 occam && install -d -o occam /var/lib/occam \
 && ln -s /opt/occam/bin/occam-${SERVICE} /usr/local/bin/service \
 && ln -s /opt/occam/bin/occam /usr/local/bin/occam
USER occam
ENV OCCAM_HOME=/var/lib/occam OCCAM_PACKS=/opt/packs PYTHONUNBUFFERED=1
VOLUME /var/lib/occam
STOPSIGNAL SIGTERM
CMD ["service"]
